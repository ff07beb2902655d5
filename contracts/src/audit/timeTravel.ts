import * as v from 'valibot';
import { positionSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { historyEntrySchema } from './history.ts';

const scalarSchema = v.union([v.string(), v.number(), v.boolean(), v.null()]);
const itemSchema = v.record(v.string(), scalarSchema);

/**
 * What a stream came to, field by field: plain values, groups of them, and lists of either. Items of a list that have
 * an `id` are the same item wherever that is the same. Without fields before the first event.
 */
export const pastStateSchema = v.record(
  v.string(),
  v.union([scalarSchema, v.array(v.union([scalarSchema, itemSchema])), itemSchema]),
);
export type PastState = v.InferOutput<typeof pastStateSchema>;

/** `GET /api/admin/history/streams/{stream}`: what a stream was as of one of its events. */
export const momentSchema = v.object({
  stream: v.string(),
  /** How many events the stream has; their revisions are 0 … `length` - 1. */
  length: v.number(),
  /** The event as of which it is told. */
  event: historyEntrySchema,
  /** After that event. */
  state: pastStateSchema,
  /** Just before it. */
  before: pastStateSchema,
});
export type Moment = v.InferOutput<typeof momentSchema>;

/** Which moment is asked for: the latest event of the stream up to what is given; its last one when nothing is. */
export const momentQuerySchema = v.object({
  /** Up to this position of the log. */
  at: v.optional(positionSchema),
  /** Up to this revision of the stream. */
  revision: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,9}$/, validationTexts.invalidValue), v.transform(Number)),
  ),
});
export type MomentQuery = v.InferOutput<typeof momentQuerySchema>;
