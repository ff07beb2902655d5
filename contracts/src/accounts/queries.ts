import * as v from 'valibot';
import { userTypes } from './userTypes.ts';

/** The signed-in member, `GET /api/user` (spec §3 "Session user"), and the answer to login and register. */
export const sessionUserSchema = v.object({
  id: v.number(),
  username: v.string(),
  fullName: v.string(),
  email: v.string(),
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
/** See `sessionUserSchema`. */
export type SessionUser = v.InferOutput<typeof sessionUserSchema>;

/** How a member is shown beside a message or in a list. */
export const memberCardSchema = v.object({
  username: v.string(),
  fullName: v.string(),
  avatarUrl: v.nullable(v.string()),
});
/** See `memberCardSchema`. */
export type MemberCard = v.InferOutput<typeof memberCardSchema>;

/** What there is at the door beside username and password, `GET /api/sign-in-options`: by the settings of the servers. */
export const signInOptionsSchema = v.object({
  /** Whether a forgotten password is helped by a mail (`POST /api/forgot-password`); else administrators give out links. */
  resetByMail: v.boolean(),
  /** The OpenID provider by which members sign in, too, and what it is called; null where there is none. */
  openid: v.nullable(v.object({ label: v.string() })),
});
/** See `signInOptionsSchema`. */
export type SignInOptions = v.InferOutput<typeof signInOptionsSchema>;
