import { z } from 'zod';
import { userTypes } from '../accounts/userTypes.ts';

const userId = z.int().positive();

/** Events of a `user-{id}` stream by which administrators keep order. */
export const moderationEvents = {
  UserSuspended: { version: 1, schema: z.object({ userId }) },
  UserUnsuspended: { version: 1, schema: z.object({ userId }) },
  UserTypeChanged: { version: 1, schema: z.object({ userId, userType: z.enum(userTypes) }) },
  /** What administrators wrote down about a member; empty when nothing. */
  AdminNotesChanged: {
    version: 1,
    schema: z.object({ userId, notes: z.string() }),
    personal: { subject: 'userId', fields: ['notes'] },
  },
} as const;
