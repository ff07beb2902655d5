import * as v from 'valibot';
import { userTypes } from './userTypes.ts';

/** The signed-in member, `GET /api/user` (spec §3 "Session user"), and the answer to login and register. */
export const sessionUserSchema = v.object({
  id: v.number(),
  username: v.string(),
  fullName: v.string(),
  email: v.string(),
  /** Whether the member has used a link that was mailed there. Missing in answers that a device stored before this field existed. */
  isEmailConfirmed: v.optional(v.boolean(), true),
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

/** How a member is shown beside a message or in a list. */
export const memberCardSchema = v.object({
  username: v.string(),
  fullName: v.string(),
  avatarUrl: v.nullable(v.string()),
});
export type MemberCard = v.InferOutput<typeof memberCardSchema>;
