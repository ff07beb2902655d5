import { foldCase } from '@pmcw/contracts';
import { accountOf, type PasswordProof } from '@pmcw/vault';
import { tooMany } from '../limits/limits.ts';
import type { Services } from '../services.ts';

/** What tries are counted for beside the account: what was typed, whether somebody has that name or not. */
const typedName = (name: string): string => `name ${name}`;

/**
 * Compares the password of whoever is signed in, unless too many were wrong lately. A comparison that did not take place
 * does not count.
 * @returns null for a wrong one
 * @throws ProblemError `too_many_requests` after 10 wrong ones of the account in 15 minutes (design "HTTP")
 */
export async function tryOwnPassword(
  { vault: { signInAttempts, passwords } }: Services,
  userId: number,
  password: string,
): Promise<PasswordProof | null> {
  const attempt = await signInAttempts.admit(accountOf(userId));
  if (!attempt.admitted) throw tooMany(attempt.retryAfter);
  try {
    return await passwords.prove(userId, password);
  } catch (error) {
    await signInAttempts.withdraw(accountOf(userId), attempt.at);
    throw error;
  }
}

/**
 * Compares a password at the door. Refused in so many words is only what was typed too often, by that count alone. An
 * account that has had its wrong passwords by its other name, or by a change of password, is not told from one whose
 * password is wrong: else that would say which email address belongs to which username
 * (`docs/decisions/command-service-password-tries.md`).
 * @param name as it was typed, in one case
 * @param userId whose name it is; null for nobody's
 * @returns null for a wrong one, and for any while the account has had 10 wrong ones in 15 minutes
 * @throws ProblemError `too_many_requests` after 10 wrong ones under this name in 15 minutes (design "HTTP")
 */
export async function tryNamedPassword(
  { vault: { signInAttempts, passwords } }: Services,
  name: string,
  userId: number | null,
  password: string,
): Promise<PasswordProof | null> {
  const typed = await signInAttempts.admit(typedName(name));
  if (!typed.admitted) throw tooMany(typed.retryAfter);
  // Counted for nobody's names as well, so that as much is asked of the vault for them.
  const account = userId === null ? `nobody ${name}` : accountOf(userId);
  let taken: Date | null = null;
  try {
    taken = await signInAttempts.take(account);
    return await passwords.prove(taken === null ? null : userId, password);
  } catch (error) {
    await signInAttempts.withdraw(typedName(name), typed.at);
    if (taken !== null) await signInAttempts.withdraw(account, taken);
    throw error;
  }
}

/**
 * Forgets the tries of a member who proved to be it: those of the account, and those under one name. Never under both of
 * theirs: whoever keeps the two closed would see them open together.
 */
export async function forgetTries(
  { vault: { signInAttempts } }: Services,
  userId: number,
  name: string,
): Promise<void> {
  await signInAttempts.clear(accountOf(userId));
  await signInAttempts.clear(typedName(foldCase(name)));
}
