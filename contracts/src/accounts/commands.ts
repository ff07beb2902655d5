import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { refusalsInApp, validationTexts as validation } from '../shared/validationTexts.ts';
import { asAsciiEmail, asOneLine } from '../text/actions.ts';
import { nameLength } from '../text/nameLength.ts';
import { userTypes } from './userTypes.ts';

/** Spec §5. @param tooShort message for a missing or too short name */
export const fullNameSchema = (tooShort: string) =>
  v.pipe(
    v.string(tooShort),
    asOneLine(),
    v.minLength(1, tooShort),
    v.check((name) => nameLength(name) >= limits.fullNameMin, tooShort),
    v.maxLength(limits.fullNameMax, validation.tooLong),
  );

/** Spec §5. */
export const usernameSchema = v.pipe(
  v.string(validation.usernameTooShort),
  v.trim(),
  v.minLength(limits.usernameMin, validation.usernameTooShort),
  v.regex(/^[A-Za-z0-9_]+$/, validation.usernameCharacters),
  v.maxLength(limits.usernameMax, validation.tooLong),
);

/** Empty by default (spec §7). */
export const telegramHandleSchema = v.optional(
  v.pipe(
    v.string(validation.invalidValue),
    asOneLine(),
    v.maxLength(limits.telegramHandleMax, validation.tooLong),
  ),
  '',
);

/** Spec §5. */
export const newcomerEntries = {
  fullName: fullNameSchema(validation.fullNameRequired),
  username: usernameSchema,
  email: v.pipe(
    v.string(validation.emailInvalid),
    v.trim(),
    asAsciiEmail(),
    v.maxLength(limits.emailMax, validation.emailInvalid),
    // As browsers check it, with a dot in the domain: mail goes to other sites.
    v.rfcEmail(validation.emailInvalid),
    v.regex(/\.[^.@]{2,}$/, validation.emailInvalid),
  ),
  telegramHandle: telegramHandleSchema,
  userType: v.optional(v.picklist(userTypes, validation.unknownUserType), 'General User'),
};

/** Optional, because only the form asks for it. */
export const agreedTermsSchema = v.optional(v.literal(true, validation.termsRequired));

/** Spec §5. */
const firstPasswordSchema = v.pipe(
  v.string(validation.passwordRequired),
  v.minLength(limits.passwordMin, validation.passwordTooShort),
  v.maxLength(limits.passwordMax, validation.tooLong),
);

/**
 * `POST /api/register`. Fields of the form only are optional; `confirmPassword`, if sent, must match.
 */
export const registerBodySchema = v.pipe(
  v.object({
    ...newcomerEntries,
    password: firstPasswordSchema,
    confirmPassword: v.optional(v.string(validation.passwordsDontMatch)),
    terms: agreedTermsSchema,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (body) => body.confirmPassword === undefined || body.confirmPassword === body.password,
      validation.passwordsDontMatch,
    ),
    ['confirmPassword'],
  ),
);
export type RegisterBody = v.InferOutput<typeof registerBodySchema>;

const newcomerFormEntries = {
  ...newcomerEntries,
  pmcwWalletAddress: v.optional(v.pipe(v.string(), v.trim()), ''),
  requestVerification: v.optional(v.boolean(), false),
  terms: v.pipe(v.boolean(), v.value(true, validation.termsRequired)),
};

const hasWallet = (form: { readonly pmcwWalletAddress: string; readonly requestVerification: boolean }) =>
  !form.requestVerification || form.pmcwWalletAddress !== '';

/** Without passwords (spec §5). */
export const newcomerFormSchema = v.pipe(
  v.object(newcomerFormEntries),
  v.forward(
    v.partialCheck(
      [['pmcwWalletAddress'], ['requestVerification']],
      hasWallet,
      refusalsInApp.pmcwWalletRequired,
    ),
    ['pmcwWalletAddress'],
  ),
);

/** Not an intersection, which nothing else in the app needs. */
export const registrationFormSchema = v.pipe(
  v.object({
    ...newcomerFormEntries,
    password: firstPasswordSchema,
    confirmPassword: v.string(validation.passwordsDontMatch),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      (form) => form.confirmPassword === form.password,
      validation.passwordsDontMatch,
    ),
    ['confirmPassword'],
  ),
  v.forward(
    v.partialCheck(
      [['pmcwWalletAddress'], ['requestVerification']],
      hasWallet,
      refusalsInApp.pmcwWalletRequired,
    ),
    ['pmcwWalletAddress'],
  ),
);

/** `POST /api/login` (spec §5). */
export const loginBodySchema = v.object({
  username: v.pipe(
    v.string(validation.usernameRequired),
    v.trim(),
    v.minLength(1, validation.usernameRequired),
    v.maxLength(limits.emailMax, validation.tooLong),
  ),
  password: v.pipe(
    v.string(validation.passwordRequired),
    v.minLength(1, validation.passwordRequired),
    v.maxLength(limits.passwordMax, validation.tooLong),
  ),
  /** Whether the pending OpenID account is added next; other sign-ins discard it. */
  addsOpenid: v.optional(v.boolean(validation.invalidValue)),
});
export type LoginBody = v.InferOutput<typeof loginBodySchema>;

const newPasswordEntries = {
  newPassword: v.pipe(
    v.string(validation.newPasswordTooShort),
    v.minLength(limits.newPasswordMin, validation.newPasswordTooShort),
    v.maxLength(limits.passwordMax, validation.tooLong),
  ),
  confirmPassword: v.optional(
    v.pipe(v.string(validation.confirmPasswordRequired), v.minLength(1, validation.confirmPasswordRequired)),
  ),
};

const isConfirmed = ({
  newPassword,
  confirmPassword,
}: {
  readonly newPassword: string;
  readonly confirmPassword?: string | undefined;
}): boolean => confirmPassword === undefined || confirmPassword === newPassword;

/** `POST /api/user/change-password` (spec §5 "Change password"). */
export const changePasswordBodySchema = v.pipe(
  v.object({
    currentPassword: v.pipe(
      v.string(validation.currentPasswordRequired),
      v.minLength(1, validation.currentPasswordRequired),
      v.maxLength(limits.passwordMax, validation.tooLong),
    ),
    ...newPasswordEntries,
  }),
  v.forward(
    v.partialCheck([['newPassword'], ['confirmPassword']], isConfirmed, validation.newPasswordsDoNotMatch),
    ['confirmPassword'],
  ),
);
export type ChangePasswordBody = v.InferOutput<typeof changePasswordBodySchema>;

/** `POST /api/user/password`. */
export const setPasswordBodySchema = v.pipe(
  v.object(newPasswordEntries),
  v.forward(
    v.partialCheck([['newPassword'], ['confirmPassword']], isConfirmed, validation.newPasswordsDoNotMatch),
    ['confirmPassword'],
  ),
);
export type SetPasswordBody = v.InferOutput<typeof setPasswordBodySchema>;

const resetTokenSchema = v.pipe(
  v.string(validation.resetTokenRequired),
  v.minLength(1, validation.resetTokenRequired),
  v.maxLength(128, validation.resetTokenRequired),
);

/** `POST /api/confirm-email`. */
export const confirmEmailBodySchema = v.object({
  token: v.pipe(v.string(validation.confirmTokenInvalid), v.maxLength(200, validation.confirmTokenInvalid)),
});

/** `POST /api/reset-password/ways`. */
export const resetWaysBodySchema = v.object({ token: resetTokenSchema });

/** `POST /api/reset-password`. */
export const resetPasswordBodySchema = v.pipe(
  v.object({
    token: resetTokenSchema,
    ...newPasswordEntries,
    /** Other methods are removed, because they may be another person's. */
    keep: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(limits.recoveryKeepMax)),
      [],
    ),
  }),
  v.forward(
    v.partialCheck([['newPassword'], ['confirmPassword']], isConfirmed, validation.newPasswordsDoNotMatch),
    ['confirmPassword'],
  ),
);
export type ResetPasswordBody = v.InferOutput<typeof resetPasswordBodySchema>;

export const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** `POST /api/forgot-password`. */
export const forgotPasswordBodySchema = v.object({
  username: loginBodySchema.entries.username,
  language: v.optional(v.picklist(mailLanguages, validation.invalidValue)),
});
export type ForgotPasswordBody = v.InferOutput<typeof forgotPasswordBodySchema>;
