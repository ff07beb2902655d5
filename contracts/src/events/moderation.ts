import { z } from 'zod';
import { userTypes } from '../accounts/userTypes.ts';

const userId = z.int().positive();

export const moderationEvents = {
  UserSuspended: { version: 1, schema: z.object({ userId }) },
  UserUnsuspended: { version: 1, schema: z.object({ userId }) },
  UserTypeChanged: { version: 1, schema: z.object({ userId, userType: z.enum(userTypes) }) },
  AdminNotesChanged: {
    version: 1,
    schema: z.object({ userId, notes: z.string() }),
    personal: { subject: 'userId', fields: ['notes'] },
  },
} as const;
