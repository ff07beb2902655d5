import * as v from 'valibot';
import { positionSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { historyEntrySchema } from './history.ts';

const scalarSchema = v.union([v.string(), v.number(), v.boolean(), v.null()]);
const itemSchema = v.record(v.string(), scalarSchema);

/** The state of a stream by field. List items with the same `id` are the same item. */
export const pastStateSchema = v.record(
  v.string(),
  v.union([scalarSchema, v.array(v.union([scalarSchema, itemSchema])), itemSchema]),
);
export type PastState = v.InferOutput<typeof pastStateSchema>;

/** `GET /api/admin/history/streams/{stream}`: a stream at one of its events. */
export const momentSchema = v.object({
  stream: v.string(),
  /** Number of its events. */
  length: v.number(),
  event: historyEntrySchema,
  state: pastStateSchema,
  before: pastStateSchema,
});
export type Moment = v.InferOutput<typeof momentSchema>;

/** The latest event up to the given point; by default the last. */
export const momentQuerySchema = v.object({
  at: v.optional(positionSchema),
  revision: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,9}$/, validationTexts.invalidValue), v.transform(Number)),
  ),
});
export type MomentQuery = v.InferOutput<typeof momentQuerySchema>;
