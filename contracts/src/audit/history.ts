import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { isMoment } from '../shared/moments.ts';
import { pageSizeSchema, positionSchema, userIdParamSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { asOneLine } from '../text/actions.ts';

/** The name is null for erased members. */
export const historyMemberSchema = v.object({ id: v.number(), username: v.nullable(v.string()) });
export type HistoryMember = v.InferOutput<typeof historyMemberSchema>;

const factSchema = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.null(),
  v.record(v.string(), v.unknown()),
]);

/** `facts` are the event's data without personal fields. */
export const historyEntrySchema = v.object({
  position: positionSchema,
  eventId: v.string(),
  stream: v.string(),
  revision: v.number(),
  type: v.string(),
  actor: v.nullable(historyMemberSchema),
  target: v.nullable(historyMemberSchema),
  occurredAt: v.string(),
  /** Shared by all events of a request. */
  correlationId: v.string(),
  causationId: v.string(),
  undoes: v.nullable(v.string()),
  facts: v.record(v.string(), factSchema),
});
export type HistoryEntry = v.InferOutput<typeof historyEntrySchema>;

/** Newest first. */
export const historySchema = v.array(historyEntrySchema);

const moment = v.pipe(
  v.string(),
  v.check(isMoment, validationTexts.invalidValue),
  v.transform((text) => new Date(text)),
);
const shortText = v.pipe(
  v.string(),
  asOneLine(),
  v.maxLength(limits.walletAddressMax, validationTexts.tooLong),
);

/** All given conditions must hold. Also the query of an export. */
export const historyFilterSchema = v.object({
  actor: v.optional(v.union([v.literal('system'), userIdParamSchema], validationTexts.invalidValue)),
  target: v.optional(userIdParamSchema),
  /** Comma-separated. */
  type: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(2_000, validationTexts.tooLong),
      v.transform((list) => [...new Set(list.split(',').filter((name) => name !== ''))]),
    ),
  ),
  stream: v.optional(shortText),
  /** Inclusive. */
  from: v.optional(moment),
  /** Exclusive. */
  to: v.optional(moment),
  /**
   * Part of a username, name, email address or other address of the actor or the target; an id of a stream, an event or
   * a request; or part of a notification's or a setting's text.
   */
  text: v.optional(shortText),
});
export type HistoryFilter = v.InferOutput<typeof historyFilterSchema>;

export const historyQuerySchema = v.object({
  ...historyFilterSchema.entries,
  before: v.optional(positionSchema),
  after: v.optional(positionSchema),
  limit: pageSizeSchema(limits.historyPageSize, limits.historyPageSizeMax),
});
export type HistoryQuery = v.InferOutput<typeof historyQuerySchema>;

/** Replaces texts that administrators must not read. */
export const SEALED = '[sealed]';

/** Decrypted: `[erased]` for erased members, `SEALED` where administrators must not read. */
export const historyRecordSchema = v.object({
  eventId: v.string(),
  type: v.string(),
  stream: v.string(),
  revision: v.number(),
  position: positionSchema,
  metadata: v.looseObject({
    actorId: v.nullable(v.number()),
    correlationId: v.string(),
    causationId: v.string(),
    undoes: v.optional(v.string()),
    time: v.string(),
  }),
  data: v.record(v.string(), v.unknown()),
});
export type HistoryRecord = v.InferOutput<typeof historyRecordSchema>;

export const historyDetailsSchema = v.object({ entry: historyEntrySchema, record: historyRecordSchema });
export type HistoryDetails = v.InferOutput<typeof historyDetailsSchema>;

/**
 * Everything connected with an event, oldest first. `causationId` is the `eventId` of another entry, or a command's id.
 */
export const historyChainSchema = v.object({
  entries: v.array(historyEntrySchema),
  isWhole: v.boolean(),
});
export type HistoryChain = v.InferOutput<typeof historyChainSchema>;

export const historyEventParamsSchema = v.object({
  eventId: v.pipe(
    v.string(),
    v.toLowerCase(),
    v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, validationTexts.invalidValue),
  ),
});
