import { z } from 'zod';

const userId = z.int().positive();

/** `userId` decides who can write to them. */
export const contactEvents = {
  MemberBlocked: { version: 1, schema: z.object({ userId, memberId: userId }) },
  MemberUnblocked: { version: 1, schema: z.object({ userId, memberId: userId }) },
} as const;
