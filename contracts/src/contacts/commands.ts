import * as v from 'valibot';
import { actingForEntries } from '../messages/commands.ts';
import { positionSchema, userIdParamSchema, userIdSchema } from '../shared/scalars.ts';

/** `POST /api/blocks`. */
export const blockBodySchema = v.object({ ...actingForEntries, memberId: userIdSchema });

/** `DELETE /api/blocks/{memberId}`. */
export const unblockQuerySchema = v.object({
  senderId: v.optional(userIdParamSchema),
  /** Position of the block that the device knew: a newer one, by another device, stays. Without it, any block ends. */
  upTo: v.optional(positionSchema),
});
