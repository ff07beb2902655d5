import * as v from 'valibot';
import { validationTexts } from '../shared/validationTexts.ts';
import { checkpointSchema, hexHashSchema } from './checkpoint.ts';

const pathSchema = v.array(hexHashSchema);

/** An event as the log stores it, with what is personal sealed; `leafOf` makes the leaf of it. */
export const storedRecordSchema = v.object({
  eventId: v.string(),
  stream: v.string(),
  revision: v.number(),
  type: v.string(),
  data: v.record(v.string(), v.unknown()),
  metadata: v.record(v.string(), v.unknown()),
});
export type StoredRecord = v.InferOutput<typeof storedRecordSchema>;

/** `GET /api/proofs/inclusion/{eventId}`: whether an event is among those that the newest checkpoint is over. */
export const inclusionSchema = v.variant('state', [
  v.object({
    state: v.literal('proved'),
    /** Hex, of the event as it is stored. */
    leaf: hexHashSchema,
    /** Its place in the tree, from 0. */
    index: v.number(),
    /** The nodes beside the way up, lowest first, in hex (`rootOfInclusion`). */
    path: pathSchema,
    checkpoint: checkpointSchema,
    /** What the leaf is made of; null for members where somebody else did it, whom it would name. */
    record: v.nullable(storedRecordSchema),
  }),
  /** The log has another event in its place, or none: it was rewritten after `checkpoint` was signed. */
  v.object({ state: v.literal('missing'), checkpoint: checkpointSchema }),
  /** The next checkpoint will be over it. */
  v.object({ state: v.literal('waiting') }),
  /** Nobody signs this log. */
  v.object({ state: v.literal('unsigned') }),
]);
export type Inclusion = v.InferOutput<typeof inclusionSchema>;

const sizeParam = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, validationTexts.invalidValue),
  v.transform(Number),
);

/** The path of an older checkpoint. */
export const checkpointParamsSchema = v.object({ size: sizeParam });

/** Which two trees are compared: the one over the first `from` events with that over the first `to`. */
export const consistencyQuerySchema = v.object({ from: sizeParam, to: sizeParam });

/** `GET /api/proofs/consistency`: the nodes by which `isConsistent` sees that the larger tree begins with the smaller. */
export const consistencySchema = v.object({ path: pathSchema });
