import * as v from 'valibot';
import { memberCardSchema } from '../accounts/queries.ts';
import { limits } from '../shared/limits.ts';
import { pageSizeSchema, positionSchema } from '../shared/scalars.ts';
import { texts } from '../shared/texts.ts';

/** States of a verification request. */
export const requestStatuses = ['open', 'approved', 'rejected'] as const;

/** A request to be verified, as administrators see it. */
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
});
/** See `verificationRequestSchema`. */
export type VerificationRequest = v.InferOutput<typeof verificationRequestSchema>;

/** `GET /api/admin/verification-requests`: open ones oldest first, closed ones as they were closed, newest first. */
export const verificationRequestsSchema = v.array(verificationRequestSchema);

/** Query of `GET /api/admin/verification-requests`; `before` is opaque (follow `Link`). */
export const verificationRequestsQuerySchema = v.object({
  status: v.optional(v.picklist(requestStatuses, texts.validation.invalidValue), 'open'),
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.directoryPageSizeMax, limits.directoryPageSizeMax),
});
/** See `verificationRequestsQuerySchema`. */
export type VerificationRequestsQuery = v.InferOutput<typeof verificationRequestsQuerySchema>;
