import { foldCase, type LoginBody, type MailLanguage, ProblemError, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { Device, PasswordProof, StartedSession } from '@pmcw/vault';
import type { Services } from '../services.ts';
import { claimOfName } from './claiming.ts';
import { forgetTries, tryNamedPassword } from './passwordTries.ts';
import type { MemberAt } from './register.ts';
import { requireActing } from './userState.ts';

/** Who proved a password of theirs. */
export interface Proved extends MemberAt {
  readonly proof: PasswordProof;
}

const wrongCredentials = () => new ProblemError('wrong_credentials', texts.refusals.wrongCredentials);

/**
 * Finds the member by username, or by email address when there is an @ in it, and checks the password. A wrong
 * name takes the same way as a wrong password, so that neither words nor time tell them apart.
 * @throws ProblemError `wrong_credentials`, also while the account has had too many wrong ones by its other name;
 * `too_many_requests` after 10 wrong ones in 15 minutes under this one; `suspended`, but only to who knows the password
 */
export async function signIn(services: Services, { username, password }: LoginBody): Promise<Proved> {
  const { vault, members } = services;
  const name = foldCase(username);
  const userId = await vault.claims.holder(claimOfName(name));
  const proof = await tryNamedPassword(services, name, userId, password);
  if (proof === null) throw wrongCredentials();
  const { state, position } = await members.states.load(streams.user(proof.userId));
  if (state.status !== 'registered') throw wrongCredentials();
  await forgetTries(services, proof.userId, name);
  return { member: requireActing(state), position, proof };
}

/** What somebody signs in with. */
export interface SignInBrowser {
  readonly device: Device;
  /** That mails to them are in; null where it is not known. */
  readonly language: MailLanguage | null;
}

/**
 * Starts a session for a newcomer, or for who proved a password that still is theirs. The log is asked again once
 * there is one: whoever suspended or deleted the member before that is found there, and whoever does so later ends
 * this session with all others.
 * @throws ProblemError `suspended`; `wrong_credentials` for a member just deleted, or whose password was just changed;
 * and then no session is left
 */
export async function startSession(
  { vault, members }: Services,
  userId: number,
  { device, language }: SignInBrowser,
  proof?: PasswordProof,
): Promise<StartedSession> {
  const started = await (proof === undefined
    ? vault.sessions.start(userId, device, language)
    : vault.sessions.startProved(proof, device, language));
  if (started === null) throw wrongCredentials();
  const { state } = await members.states.load(streams.user(userId));
  if (state.status === 'registered' && !state.isSuspended) return started;
  const isSuspended = state.status === 'registered';
  await vault.sessions.end(started.session.id, isSuspended ? 'suspended' : 'deleted');
  throw isSuspended ? new ProblemError('suspended', texts.refusals.suspended) : wrongCredentials();
}
