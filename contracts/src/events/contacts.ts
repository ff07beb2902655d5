import { z } from 'zod';
import { contactPolicies } from '../contacts/policy.ts';

const userId = z.int().positive();

/** `userId` decides who can write to them. */
export const contactEvents = {
  MemberBlocked: { version: 1, schema: z.object({ userId, memberId: userId }) },
  MemberUnblocked: { version: 1, schema: z.object({ userId, memberId: userId }) },
} as const;

/** Choices of the members who can start a conversation with the member. */
export const contactPolicyEvents = {
  ContactPolicyChanged: {
    version: 1,
    schema: z.object({ userId, policy: z.enum(contactPolicies) }),
  },
} as const;
