import { z } from 'zod';
import { signInMethodKinds } from '../accounts/signInMethods.ts';
import { userTypes } from '../accounts/userTypes.ts';

/** `methodId` is `password`, or an id that the server made. */
const method = { methodId: z.string(), kind: z.enum(signInMethodKinds) };
const signInMethod = z.object({ userId: z.int().positive(), ...method });

/** Events of a `user-{id}` stream that make and name an account. */
export const accountEvents = {
  /** First event of a member. */
  UserRegistered: {
    version: 1,
    schema: z.object({
      userId: z.int().positive(),
      username: z.string(),
      fullName: z.string(),
      email: z.string(),
      telegramHandle: z.string(),
      userType: z.enum(userTypes),
      /** The way in which the member signs in; absent when that is a password. */
      signInMethod: z.object(method).optional(),
    }),
    personal: { subject: 'userId', fields: ['username', 'fullName', 'email', 'telegramHandle'] },
  },
  /** The member became an administrator. */
  AdminGranted: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** The member used a link that was mailed to their address, which proves that the mailbox is theirs. */
  EmailConfirmed: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** The member chose another password, which itself is only in the vault. */
  PasswordChanged: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** An administrator made a link with which the member can choose a password, once and within an hour. */
  ResetLinkIssued: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** The member chose a password by such a link. */
  PasswordReset: { version: 1, schema: z.object({ userId: z.int().positive() }) },
  /** There is another way in which the member signs in; what is secret about it, and what it is called, is only in the vault. */
  SignInMethodAdded: { version: 1, schema: signInMethod },
  /** One of them is gone: the member removed it, or chose a password by a link and did not keep it (`recovery`). */
  SignInMethodRemoved: {
    version: 1,
    schema: signInMethod.extend({ cause: z.literal('recovery').optional() }),
  },
  /** The last event of a member: everything of theirs is erased, their key destroyed, their name retired (spec §4). */
  UserDeleted: { version: 1, schema: z.object({ userId: z.int().positive() }) },
} as const;
