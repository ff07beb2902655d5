import { z } from 'zod';
import { signInMethodKinds } from '../accounts/signInMethods.ts';
import { userTypes } from '../accounts/userTypes.ts';

/** `methodId` is `password`, or an id made by the server. */
const method = { methodId: z.string(), kind: z.enum(signInMethodKinds) };
const signInMethod = z.object({ userId: z.int().positive(), ...method });

export const accountEvents = {
  UserRegistered: {
    version: 1,
    schema: z.object({
      userId: z.int().positive(),
      username: z.string(),
      fullName: z.string(),
      email: z.string(),
      telegramHandle: z.string(),
      userType: z.enum(userTypes),
      signInMethod: z.object(method).optional(),
    }),
    personal: { subject: 'userId', fields: ['username', 'fullName', 'email', 'telegramHandle'] },
  },
  AdminGranted: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** The member used a link mailed to their address. */
  EmailConfirmed: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** The password itself is only in the vault. */
  PasswordChanged: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** A one-time link, valid for an hour. */
  ResetLinkIssued: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** By such a link. */
  PasswordReset: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** Secrets and names are only in the vault. */
  SignInMethodAdded: { version: 1, schema: signInMethod },
  /** `recovery`: not kept when the member reset the password by a link. */
  SignInMethodRemoved: {
    version: 1,
    schema: signInMethod.extend({ cause: z.literal('recovery').optional() }),
  },
  /** Last event of a member: all data is erased, the name retired (spec §4). */
  UserDeleted: { version: 1, schema: z.object({ userId: z.int().positive() }) },
} as const;
