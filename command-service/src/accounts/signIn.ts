import { foldCase, type LoginBody, ProblemError, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { Services } from '../services.ts';
import { emailClaim, usernameClaim } from './claiming.ts';
import { accountOf, tryPassword } from './passwordTries.ts';
import type { MemberAt } from './register.ts';
import { refuseSuspended } from './userState.ts';

/**
 * Finds the member by username, or by email address when there is an @ in it, and checks the password. A wrong
 * name takes the same way as a wrong password, so that neither words nor time tell them apart.
 * @throws ProblemError `wrong_credentials`; `too_many_requests` after 10 wrong passwords in 15 minutes; `suspended`,
 * but only to who knows the password
 */
export async function signIn(services: Services, { username, password }: LoginBody): Promise<MemberAt> {
  const { vault, members } = services;
  const name = foldCase(username);
  const userId = await vault.claims.holder(name.includes('@') ? emailClaim(name) : usernameClaim(name));
  const account = userId === null ? `name ${name}` : accountOf(userId);
  const isRight = await tryPassword(services, account, () => vault.passwords.verify(userId, password));
  if (isRight && userId !== null) {
    const { state, position } = await members.states.load(streams.user(userId));
    if (state.status === 'registered') {
      await vault.signInAttempts.clear(account);
      refuseSuspended(state);
      return { member: state, position };
    }
  }
  throw new ProblemError('wrong_credentials', texts.refusals.wrongCredentials);
}

/**
 * Starts a session for a member who may have one. The log is asked again once there is one: whoever suspended the
 * member before that is found there, and whoever does so later ends this session with all others.
 * @throws ProblemError `suspended`, and then no session is left
 */
export async function startSession({ vault, members }: Services, userId: number) {
  const started = await vault.sessions.start(userId);
  const { state } = await members.states.load(streams.user(userId));
  try {
    refuseSuspended(state);
  } catch (error) {
    await vault.sessions.end(started.session.id, 'suspended');
    throw error;
  }
  return started;
}
