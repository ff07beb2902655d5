import * as v from 'valibot';
import { contactPolicies } from '../contacts/policy.ts';
import { userTypes } from './userTypes.ts';

/** `GET /api/user` (spec §3 "Session user"), and the answer to login and register. */
export const sessionUserSchema = v.object({
  id: v.number(),
  username: v.string(),
  fullName: v.string(),
  email: v.string(),
  /** Missing in answers that devices stored before this field existed. */
  isEmailConfirmed: v.optional(v.boolean(), true),
  /** Missing, likewise. */
  contactPolicy: v.optional(v.picklist(contactPolicies), 'everyone'),
  telegramHandle: v.string(),
  bio: v.string(),
  userType: v.picklist(userTypes),
  avatarUrl: v.nullable(v.string()),
  backgroundUrl: v.nullable(v.string()),
  isAdmin: v.boolean(),
  isAuthorized: v.boolean(),
  isSuspended: v.boolean(),
  pmcwTokens: v.number(),
  createdAt: v.string(),
});
export type SessionUser = v.InferOutput<typeof sessionUserSchema>;

export const memberCardSchema = v.object({
  username: v.string(),
  fullName: v.string(),
  avatarUrl: v.nullable(v.string()),
});
export type MemberCard = v.InferOutput<typeof memberCardSchema>;
