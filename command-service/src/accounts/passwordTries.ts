import { foldCase } from '@pmcw/contracts';
import { accountOf, type PasswordProof, type Vault } from '@pmcw/vault';
import { tooMany } from '../limits/limits.ts';

const typedName = (name: string): string => `name ${name}`;

/**
 * Compares a signed-in member's password. A failed comparison does not count as a try. @returns null for a wrong one
 * @throws ProblemError `too_many_requests` after 10 wrong ones for the account in 15 minutes
 */
export async function tryOwnPassword(
  { signInAttempts, passwords }: Vault,
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
 * Compares a password at sign-in. An account locked by its other name answers as for a wrong password, or it would
 * reveal which email address belongs to which username (`docs/decisions/command-service-password-tries.md`).
 * @param name as typed, in one case
 * @returns null for a wrong password, and for any after 10 wrong ones for the account in 15 minutes
 * @throws ProblemError `too_many_requests` after 10 wrong ones under this name in 15 minutes
 */
export async function tryNamedPassword(
  { signInAttempts, passwords }: Vault,
  name: string,
  userId: number | null,
  password: string,
): Promise<PasswordProof | null> {
  const typed = await signInAttempts.admit(typedName(name));
  if (!typed.admitted) throw tooMany(typed.retryAfter);
  // Also counted for unknown names, which must cost the vault as much.
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

/** Never clears both names: an attacker who locks both would see them unlock together. */
export async function forgetTries({ signInAttempts }: Vault, userId: number, name: string): Promise<void> {
  await signInAttempts.clear(accountOf(userId));
  await signInAttempts.clear(typedName(foldCase(name)));
}
