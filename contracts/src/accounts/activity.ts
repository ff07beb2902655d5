import * as v from 'valibot';
import { socialPlatformCodes } from '../profiles/platforms.ts';
import { limits } from '../shared/limits.ts';
import { pageSizeSchema, positionSchema } from '../shared/scalars.ts';
import { signInMethodKinds } from './signInMethods.ts';
import { userTypes } from './userTypes.ts';

export const ownSessionSchema = v.object({
  /** Names the session, but does not authorize. */
  id: v.string(),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  startedAt: v.string(),
  lastUsedAt: v.string(),
  isCurrent: v.boolean(),
});
export type OwnSession = v.InferOutput<typeof ownSessionSchema>;

/** `GET /api/user/sessions`: the current one first, then by last use. */
export const ownSessionsSchema = v.array(ownSessionSchema);

/** `expired`: not used for too long. */
export const sessionEndings = [
  'logout',
  'ended_elsewhere',
  'password_changed',
  'expired',
  'suspended',
] as const;

export const endedSessionSchema = v.object({
  id: v.string(),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  startedAt: v.string(),
  lastUsedAt: v.string(),
  endedAt: v.string(),
  reason: v.picklist(sessionEndings),
});
export type EndedSession = v.InferOutput<typeof endedSessionSchema>;

/** `GET /api/user/sessions/ended`: the last 90 days, newest first, 50 at most. */
export const endedSessionsSchema = v.array(endedSessionSchema);

/** Without administrators' notes. */
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
  'LinkBackSeen',
  'LinkBackLost',
  'EnsNameSeen',
  'EnsNameLost',
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
  'MemberWarned',
  'WarningWithdrawn',
  'ReportAnswered',
  'MemberBlocked',
  'MemberUnblocked',
  'ContactPolicyChanged',
] as const;
export type ActivityType = (typeof activityTypes)[number];

export const activityEntrySchema = v.object({
  position: positionSchema,
  type: v.picklist(activityTypes),
  by: v.picklist(['self', 'administrator', 'member', 'system']),
  occurredAt: v.string(),
  facts: v.object({
    /** Username of the other member; null if erased. */
    member: v.optional(v.nullable(v.string())),
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
 * @param actorId null for the system
 * @param cause of the event, if its data has one
 */
export function changedBy(memberId: number, actorId: number | null, cause: unknown): ActivityEntry['by'] {
  if (actorId === null) return 'system';
  if (actorId === memberId) return 'self';
  return cause === 'proved_by_another' ? 'member' : 'administrator';
}

/** `GET /api/user/activity`, newest first. */
export const activitySchema = v.array(activityEntrySchema);

export const activityQuerySchema = v.object({
  /** Exclusive. */
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.activityPageSize, limits.activityPageSizeMax),
});
