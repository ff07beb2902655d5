import { changePasswordBodySchema, validationTexts } from '@pmcw/contracts';
import * as v from 'valibot';

const say = validationTexts;

/** The fields of a new password: the password by the rules of a change, and again (spec §5). */
export const newPasswordEntries = {
  newPassword: changePasswordBodySchema.entries.newPassword,
  confirmPassword: v.pipe(v.string(say.confirmPasswordRequired), v.minLength(1, say.confirmPasswordRequired)),
};

/** Whether both are the same. */
export const isConfirmed = (form: {
  readonly newPassword: string;
  readonly confirmPassword: string;
}): boolean => form.confirmPassword === form.newPassword;

/** A new password alone. */
export const newPasswordSchema = v.pipe(
  v.object(newPasswordEntries),
  v.forward(v.partialCheck([['newPassword'], ['confirmPassword']], isConfirmed, say.newPasswordsDoNotMatch), [
    'confirmPassword',
  ]),
);

/** How hard a password is to guess. */
export type PasswordStrength = 'weak' | 'fair' | 'strong';

const bitsOfFair = 45;
const bitsOfStrong = 70;

/** Kinds of characters, and how many of each there are. */
const alphabets = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
] as const;

/**
 * A rough guess from length, variety and repetition, as a hint while typing; only the server refuses. null for no
 * password.
 */
export function strengthOf(password: string): PasswordStrength | null {
  if (password === '') return null;
  const alphabet = alphabets.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  // A character that comes again adds less than a new one.
  const different = new Set(password).size;
  const bits = (different + (password.length - different) / 2) * Math.log2(alphabet);
  if (bits < bitsOfFair) return 'weak';
  return bits < bitsOfStrong ? 'fair' : 'strong';
}
