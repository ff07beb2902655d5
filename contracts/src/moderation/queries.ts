import * as v from 'valibot';
import { sessionUserSchema } from '../accounts/queries.ts';
import { userTypes } from '../accounts/userTypes.ts';
import { userSorts } from '../profiles/directoryQuery.ts';
import { paginationSchema, socialLinkSchema, walletSchema } from '../profiles/queries.ts';
import { limits } from '../shared/limits.ts';
import { flagParamSchema, pageParamSchema, pageSizeSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { asOneLine } from '../text/actions.ts';
import { changedSinceVerificationSchema } from '../verification/queries.ts';

/** `GET /api/admin/stats` (spec §3 "Admin stats"); pending members are neither verified nor suspended. */
export const adminStatsSchema = v.object({
  totalUsers: v.number(),
  authorizedUsers: v.number(),
  pendingUsers: v.number(),
  suspendedUsers: v.number(),
});
export type AdminStats = v.InferOutput<typeof adminStatsSchema>;

/** Answers of earlier releases lack `changedSinceVerification`. */
export const adminUserSchema = v.object({
  ...sessionUserSchema.entries,
  walletCount: v.number(),
  changedSinceVerification: v.optional(v.nullable(changedSinceVerificationSchema), null),
});
export type AdminUser = v.InferOutput<typeof adminUserSchema>;

/** `GET /api/admin/users` (spec §3 "Admin users response"). */
export const adminUsersSchema = v.object({ users: v.array(adminUserSchema), pagination: paginationSchema });
export type AdminUsers = v.InferOutput<typeof adminUsersSchema>;

/** `GET /api/admin/users/{id}`. */
export const adminUserDetailsSchema = v.object({
  ...adminUserSchema.entries,
  notes: v.string(),
  wallets: v.array(walletSchema),
  socials: v.array(socialLinkSchema),
});
export type AdminUserDetails = v.InferOutput<typeof adminUserDetailsSchema>;

/**
 * Searches username, name and email (spec §3). Starts with the newest 20, because administrators look for new members,
 * and the spec leaves it open (§9 "Admin list page size: not shown").
 */
export const adminUsersQuerySchema = v.object({
  query: v.optional(v.pipe(v.string(), asOneLine(), v.maxLength(100, validationTexts.tooLong)), ''),
  isAuthorized: v.optional(flagParamSchema),
  isSuspended: v.optional(flagParamSchema),
  userType: v.optional(v.picklist(userTypes, validationTexts.unknownUserType)),
  page: v.optional(pageParamSchema, '1'),
  limit: pageSizeSchema(limits.adminPageSize, limits.directoryPageSizeMax),
  sort: v.optional(v.picklist(userSorts, validationTexts.invalidValue), 'newest'),
});
export type AdminUsersQuery = v.InferOutput<typeof adminUsersQuerySchema>;

/** For one use until `expiresAt`; only its hash is stored. */
export const resetLinkSchema = v.object({ url: v.string(), expiresAt: v.string() });
export type ResetLink = v.InferOutput<typeof resetLinkSchema>;
