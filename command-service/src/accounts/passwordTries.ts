import { ProblemError, texts } from '@pmcw/contracts';
import type { Services } from '../services.ts';

/** The name under which tries at a member's password are counted, wherever they are made. */
export const accountOf = (userId: number): string => `member ${userId}`;

/**
 * Compares a password, unless too many were wrong lately. A comparison that did not take place does not count.
 * @param account what the tries are counted for
 * @throws ProblemError `too_many_requests` after 10 wrong ones in 15 minutes (design "HTTP")
 */
export async function tryPassword(
  { vault }: Services,
  account: string,
  compare: () => Promise<boolean>,
): Promise<boolean> {
  const attempt = await vault.signInAttempts.admit(account);
  if (!attempt.admitted) {
    const { retryAfter } = attempt;
    throw new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter });
  }
  try {
    return await compare();
  } catch (error) {
    await vault.signInAttempts.withdraw(account, attempt.at);
    throw error;
  }
}
