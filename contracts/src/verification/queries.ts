import * as v from 'valibot';
import { memberCardSchema } from '../accounts/queries.ts';
import { limits } from '../shared/limits.ts';
import { pageSizeSchema, positionSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';

/** What a verified member changed since, until an administrator has looked at it; null where nothing changed. */
export const changedSinceVerificationSchema = v.object({
  fullName: v.nullable(v.object({ before: v.string(), changedAt: v.string() })),
  avatar: v.nullable(v.object({ changedAt: v.string() })),
});
export type ChangedSinceVerification = v.InferOutput<typeof changedSinceVerificationSchema>;

/** Query of `GET /api/admin/changed-members`, the longest unseen first; `before` is opaque (follow `Link`). */
export const changedMembersQuerySchema = v.object({
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.directoryPageSizeMax, limits.directoryPageSizeMax),
});
export type ChangedMembersQuery = v.InferOutput<typeof changedMembersQuerySchema>;

/** States of a verification request. */
export const requestStatuses = ['open', 'approved', 'rejected'] as const;

/** A wallet of whoever asks to be verified. What proves it is told with the member. */
export const requestWalletSchema = v.object({
  id: v.string(),
  network: v.string(),
  address: v.string(),
  /** Since when it is proved by signature to be theirs; null while it is not. */
  provedAt: v.nullable(v.string()),
});
export type RequestWallet = v.InferOutput<typeof requestWalletSchema>;

/**
 * A request to be verified, as administrators see it, with the wallets that its member lists now. What an earlier release has
 * answered lacks these.
 */
export const verificationRequestSchema = v.object({
  id: v.string(),
  userId: v.number(),
  user: memberCardSchema,
  message: v.string(),
  status: v.picklist(requestStatuses),
  /** Why it was rejected; null otherwise. */
  reason: v.nullable(v.string()),
  createdAt: v.string(),
  closedAt: v.nullable(v.string()),
  wallets: v.optional(v.array(requestWalletSchema), []),
});
export type VerificationRequest = v.InferOutput<typeof verificationRequestSchema>;

/** `GET /api/admin/verification-requests`: open ones oldest first, closed ones as they were closed, newest first. */
export const verificationRequestsSchema = v.array(verificationRequestSchema);

/** Query of `GET /api/admin/verification-requests`; `before` is opaque (follow `Link`). */
export const verificationRequestsQuerySchema = v.object({
  status: v.optional(v.picklist(requestStatuses, validationTexts.invalidValue), 'open'),
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.directoryPageSizeMax, limits.directoryPageSizeMax),
});
export type VerificationRequestsQuery = v.InferOutput<typeof verificationRequestsQuerySchema>;
