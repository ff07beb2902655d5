import * as v from 'valibot';
import { socialPlatformCodes } from '../profiles/platforms.ts';
import { limits } from '../shared/limits.ts';
import { pageSizeSchema, positionSchema } from '../shared/scalars.ts';
import { signInMethodKinds } from './signInMethods.ts';
import { userTypes } from './userTypes.ts';

/** A browser that is signed in, as its member sees it in `GET /api/user/sessions`. */
export const ownSessionSchema = v.object({
  /** Names the session, and signs nobody in. */
  id: v.string(),
  /** Such as `Firefox`; null where it is not known. */
  browser: v.nullable(v.string()),
  /** Such as `Windows`; null where it is not known. */
  system: v.nullable(v.string()),
  startedAt: v.string(),
  /** To within 10 minutes. */
  lastUsedAt: v.string(),
  /** The one that asks. */
  isCurrent: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof ownSessionSchema>;

/** `GET /api/user/sessions`: live ones, the one that asks first, then the one used last. */
export const ownSessionsSchema = v.array(ownSessionSchema);

/** Why a session ended: by oneself there or elsewhere, by another password, by not being used, by a suspension. */
export const sessionEndings = [
  'logout',
  'ended_elsewhere',
  'password_changed',
  'expired',
  'suspended',
] as const;

/** A sign-in that is over, as its member sees it in `GET /api/user/sessions/ended`. */
export const endedSessionSchema = v.object({
  id: v.string(),
  /** See `ownSessionSchema`; null where it is not known. */
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  startedAt: v.string(),
  /** To within 10 minutes. */
  lastUsedAt: v.string(),
  endedAt: v.string(),
  reason: v.picklist(sessionEndings),
});
export type EndedSession = v.InferOutput<typeof endedSessionSchema>;

/** `GET /api/user/sessions/ended`: those of the last 90 days, the latest first, 50 at most. */
export const endedSessionsSchema = v.array(endedSessionSchema);

/**
 * What a member's own activity tells of: everything in their own stream but the notes of administrators. Messages and what
 * was read are on their own screens.
 */
export const activityTypes = [
  'UserRegistered',
  'EmailConfirmed',
  'AdminGranted',
  'PasswordChanged',
  'ResetLinkIssued',
  'PasswordReset',
  'SignInMethodAdded',
  'SignInMethodRemoved',
  'ProfileEdited',
  'AvatarChanged',
  'BackgroundChanged',
  'WalletAdded',
  'WalletRemoved',
  'WalletProved',
  'WalletRestored',
  'SocialLinkAdded',
  'SocialLinkRemoved',
  'SocialLinkRestored',
  'VerificationRequested',
  'VerificationApproved',
  'VerificationRejected',
  'UserVerified',
  'UserUnverified',
  'VerificationConfirmed',
  'TokensSet',
  'UserSuspended',
  'UserUnsuspended',
  'UserTypeChanged',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** A change of the member's account: what, when, and who did it by role; other people are not named. */
export const activityEntrySchema = v.object({
  position: positionSchema,
  type: v.picklist(activityTypes),
  by: v.picklist(['self', 'administrator', 'member', 'system']),
  occurredAt: v.string(),
  /** What its sentence names. */
  facts: v.object({
    network: v.optional(v.string()),
    platform: v.optional(v.picklist(socialPlatformCodes)),
    userType: v.optional(v.picklist(userTypes)),
    pmcwTokens: v.optional(v.number()),
    kind: v.optional(v.picklist(signInMethodKinds)),
    cause: v.optional(v.picklist(['verified', 'unverified', 'set', 'proved_by_another'])),
  }),
});
export type ActivityEntry = v.InferOutput<typeof activityEntrySchema>;

/**
 * The actor of a change of a member's account, by role.
 * @param actorId actor of the event; null for the system
 * @param cause of the event, where its data has one
 */
export function changedBy(memberId: number, actorId: number | null, cause: unknown): ActivityEntry['by'] {
  if (actorId === null) return 'system';
  if (actorId === memberId) return 'self';
  return cause === 'proved_by_another' ? 'member' : 'administrator';
}

/** `GET /api/user/activity`, newest first; the next page is told by `Link`. */
export const activitySchema = v.array(activityEntrySchema);

/** The query of `GET /api/user/activity`. */
export const activityQuerySchema = v.object({
  /** Only what is older than this position; follow `Link`. */
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.activityPageSize, limits.activityPageSizeMax),
});
