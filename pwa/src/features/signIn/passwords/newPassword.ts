import { changePasswordBodySchema, validationTexts } from '@pmcw/contracts';
import * as v from 'valibot';

const { confirmPasswordRequired, newPasswordsDoNotMatch } = validationTexts;

/** The new password by the rules of a change, and its repetition (spec §5). */
export const newPasswordEntries = {
  newPassword: changePasswordBodySchema.entries.newPassword,
  confirmPassword: v.pipe(v.string(confirmPasswordRequired), v.minLength(1, confirmPasswordRequired)),
};

export const isConfirmed = (form: {
  readonly newPassword: string;
  readonly confirmPassword: string;
}): boolean => form.confirmPassword === form.newPassword;

export const newPasswordSchema = v.pipe(
  v.object(newPasswordEntries),
  v.forward(v.partialCheck([['newPassword'], ['confirmPassword']], isConfirmed, newPasswordsDoNotMatch), [
    'confirmPassword',
  ]),
);

export type PasswordStrength = 'weak' | 'fair' | 'strong';

const bitsOfFair = 45;
const bitsOfStrong = 70;

const alphabets = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
] as const;

/** Estimates from length, variety and repetition, as a hint; only the server refuses. Null for no password. */
export function strengthOf(password: string): PasswordStrength | null {
  if (password === '') return null;
  const alphabet = alphabets.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  // A repeated character adds less.
  const different = new Set(password).size;
  const bits = (different + (password.length - different) / 2) * Math.log2(alphabet);
  if (bits < bitsOfFair) return 'weak';
  return bits < bitsOfStrong ? 'fair' : 'strong';
}
