import * as v from 'valibot';
import { memberCardSchema } from '../accounts/queries.ts';
import { limits } from '../shared/limits.ts';
import { pageSizeSchema, positionSchema } from '../shared/scalars.ts';

/** Answer to a block, and to the end of one that does not end a newer block. */
export const contactSchema = v.object({
  memberId: v.number(),
  isBlocked: v.boolean(),
  /** Of the event that made it so. */
  position: positionSchema,
});
export type Contact = v.InferOutput<typeof contactSchema>;

export const blockedMemberSchema = v.object({
  memberId: v.number(),
  ...memberCardSchema.entries,
  /** ISO 8601. */
  since: v.string(),
  position: positionSchema,
});
export type BlockedMember = v.InferOutput<typeof blockedMemberSchema>;

/** `GET /api/blocks`, the latest first. */
export const blockedMembersSchema = v.array(blockedMemberSchema);

/** `before` is opaque (follow `Link`). */
export const blockedMembersQuerySchema = v.object({
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.blocksPageSize, limits.blocksPageSizeMax),
});
