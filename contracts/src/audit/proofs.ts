import * as v from 'valibot';
import { validationTexts } from '../shared/validationTexts.ts';
import { checkpointSchema, hexHashSchema } from './checkpoint.ts';

const pathSchema = v.array(hexHashSchema);

/** With sealed personal fields. */
export const storedRecordSchema = v.object({
  eventId: v.string(),
  stream: v.string(),
  revision: v.number(),
  type: v.string(),
  data: v.record(v.string(), v.unknown()),
  metadata: v.record(v.string(), v.unknown()),
});
export type StoredRecord = v.InferOutput<typeof storedRecordSchema>;

/** `GET /api/proofs/inclusion/{eventId}`. */
export const inclusionSchema = v.variant('state', [
  v.object({
    state: v.literal('proved'),
    leaf: hexHashSchema,
    index: v.number(),
    /** Sibling nodes from the bottom up, in hex. */
    path: pathSchema,
    checkpoint: checkpointSchema,
    /** The leaf's event; null if it would reveal another member as the actor. */
    record: v.nullable(storedRecordSchema),
  }),
  /** The log has a different event in its place, or none: it was rewritten after `checkpoint`. */
  v.object({ state: v.literal('missing'), checkpoint: checkpointSchema }),
  v.object({ state: v.literal('waiting') }),
  v.object({ state: v.literal('unsigned') }),
]);
export type Inclusion = v.InferOutput<typeof inclusionSchema>;

const sizeParam = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, validationTexts.invalidValue),
  v.transform(Number),
);

export const checkpointParamsSchema = v.object({ size: sizeParam });

export const consistencyQuerySchema = v.object({ from: sizeParam, to: sizeParam });

/** `GET /api/proofs/consistency`: nodes for `isConsistent`. */
export const consistencySchema = v.object({ path: pathSchema });
