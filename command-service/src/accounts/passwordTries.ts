import { tooMany } from '../limits/limits.ts';
import type { Services } from '../services.ts';

/**
 * Compares a password, unless too many were wrong lately. A comparison that did not take place does not count.
 * @param account what the tries are counted for
 * @throws ProblemError `too_many_requests` after 10 wrong ones in 15 minutes (design "HTTP")
 */
export async function tryPassword<T>(
  { vault }: Services,
  account: string,
  compare: () => Promise<T>,
): Promise<T> {
  const attempt = await vault.signInAttempts.admit(account);
  if (!attempt.admitted) throw tooMany(attempt.retryAfter);
  try {
    return await compare();
  } catch (error) {
    await vault.signInAttempts.withdraw(account, attempt.at);
    throw error;
  }
}
