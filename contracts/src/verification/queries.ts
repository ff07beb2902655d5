import * as v from 'valibot';
import { memberCardSchema } from '../accounts/queries.ts';
import { limits } from '../shared/limits.ts';
import { pageSizeSchema, positionSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';

/** Unconfirmed changes of a verified member; null for unchanged parts. */
export const changedSinceVerificationSchema = v.object({
  fullName: v.nullable(v.object({ before: v.string(), changedAt: v.string() })),
  avatar: v.nullable(v.object({ changedAt: v.string() })),
});
export type ChangedSinceVerification = v.InferOutput<typeof changedSinceVerificationSchema>;

/** Oldest change first; `before` is opaque (follow `Link`). */
export const changedMembersQuerySchema = v.object({
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.directoryPageSizeMax, limits.directoryPageSizeMax),
});
export type ChangedMembersQuery = v.InferOutput<typeof changedMembersQuerySchema>;

export const requestStatuses = ['open', 'approved', 'rejected'] as const;

export const requestWalletSchema = v.object({
  id: v.string(),
  network: v.string(),
  address: v.string(),
  provedAt: v.nullable(v.string()),
});
export type RequestWallet = v.InferOutput<typeof requestWalletSchema>;

/** Answers of earlier releases lack the wallets. */
export const verificationRequestSchema = v.object({
  id: v.string(),
  userId: v.number(),
  user: memberCardSchema,
  message: v.string(),
  status: v.picklist(requestStatuses),
  /** Of a rejection. */
  reason: v.nullable(v.string()),
  createdAt: v.string(),
  closedAt: v.nullable(v.string()),
  wallets: v.optional(v.array(requestWalletSchema), []),
});
export type VerificationRequest = v.InferOutput<typeof verificationRequestSchema>;

/** Open ones oldest first, closed ones by time of closing, newest first. */
export const verificationRequestsSchema = v.array(verificationRequestSchema);

/** `before` is opaque (follow `Link`). */
export const verificationRequestsQuerySchema = v.object({
  status: v.optional(v.picklist(requestStatuses, validationTexts.invalidValue), 'open'),
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.directoryPageSizeMax, limits.directoryPageSizeMax),
});
export type VerificationRequestsQuery = v.InferOutput<typeof verificationRequestsQuerySchema>;
