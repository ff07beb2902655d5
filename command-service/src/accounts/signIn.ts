import { foldCase, type LoginBody, ProblemError, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { Services } from '../services.ts';
import { emailClaim, usernameClaim } from './claiming.ts';
import type { MemberAt } from './register.ts';

/** Compares the password, unless too many were wrong lately. A comparison that did not take place does not count. */
async function isRightPassword(
  { vault }: Services,
  account: string,
  userId: number | null,
  password: string,
): Promise<boolean> {
  const attempt = await vault.signInAttempts.admit(account);
  if (!attempt.admitted) {
    const { retryAfter } = attempt;
    throw new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter });
  }
  try {
    return await vault.passwords.verify(userId, password);
  } catch (error) {
    await vault.signInAttempts.withdraw(account, attempt.at);
    throw error;
  }
}

/**
 * Finds the member by username, or by email address when there is an @ in it, and checks the password. A wrong
 * name takes the same way as a wrong password, so that neither words nor time tell them apart.
 * @throws ProblemError `wrong_credentials`; `too_many_requests` after 10 wrong passwords in 15 minutes
 */
export async function signIn(services: Services, { username, password }: LoginBody): Promise<MemberAt> {
  const { vault, members } = services;
  const name = foldCase(username);
  const userId = await vault.claims.holder(name.includes('@') ? emailClaim(name) : usernameClaim(name));
  const account = userId === null ? `name ${name}` : `member ${userId}`;
  if ((await isRightPassword(services, account, userId, password)) && userId !== null) {
    const { state, position } = await members.states.load(streams.user(userId));
    if (state.status === 'registered') {
      await vault.signInAttempts.clear(account);
      return { member: state, position };
    }
  }
  throw new ProblemError('wrong_credentials', texts.refusals.wrongCredentials);
}
