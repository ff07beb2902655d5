import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { isMoment } from '../shared/moments.ts';
import { pageSizeSchema, positionSchema, userIdParamSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { asOneLine } from '../text/actions.ts';

/** A member in the history; without a name when they are erased. */
export const historyMemberSchema = v.object({ id: v.number(), username: v.nullable(v.string()) });
export type HistoryMember = v.InferOutput<typeof historyMemberSchema>;

/** A value of an event that is nobody's secret. */
const factSchema = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.null(),
  v.record(v.string(), v.unknown()),
]);

/**
 * An event as the history lists it: who did what to whom, when, and because of what. `facts` are the event's data but
 * for what is personal.
 */
export const historyEntrySchema = v.object({
  position: positionSchema,
  eventId: v.string(),
  stream: v.string(),
  revision: v.number(),
  type: v.string(),
  /** Null for the system itself. */
  actor: v.nullable(historyMemberSchema),
  /** Whom it is about; null where it is about no single member. */
  target: v.nullable(historyMemberSchema),
  occurredAt: v.string(),
  /** The request that led to it, and all else that did. */
  correlationId: v.string(),
  /** The command or event that led to it. */
  causationId: v.string(),
  /** The event that it takes back; null when it takes none back. */
  undoes: v.nullable(v.string()),
  facts: v.record(v.string(), factSchema),
});
export type HistoryEntry = v.InferOutput<typeof historyEntrySchema>;

/** A run of history, newest first; the next page is told by `Link`. */
export const historySchema = v.array(historyEntrySchema);

const moment = v.pipe(
  v.string(),
  v.check(isMoment, validationTexts.invalidValue),
  v.transform((text) => new Date(text)),
);
/** As long as the longest address. */
const shortText = v.pipe(
  v.string(),
  asOneLine(),
  v.maxLength(limits.walletAddressMax, validationTexts.tooLong),
);

/** Which events are wanted; all that is given must hold. Also the query of an export. */
export const historyFilterSchema = v.object({
  /** Id of the member who did it; `system` for what nobody did. */
  actor: v.optional(v.union([v.literal('system'), userIdParamSchema], validationTexts.invalidValue)),
  target: v.optional(userIdParamSchema),
  /** Types of events, with commas between them. */
  type: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(2_000, validationTexts.tooLong),
      v.transform((list) => [...new Set(list.split(',').filter((name) => name !== ''))]),
    ),
  ),
  stream: v.optional(shortText),
  /** From this moment on. */
  from: v.optional(moment),
  /** Before this moment. */
  to: v.optional(moment),
  /**
   * Part of the username, name or email address of whoever did it or it was done to, or one of the addresses they list; a
   * stream, an event or a request by its name; or part of what an administrator wrote in a notification or in the settings.
   */
  text: v.optional(shortText),
});
export type HistoryFilter = v.InferOutput<typeof historyFilterSchema>;

/** The query of `GET /api/admin/history`: a filter, and which page. */
export const historyQuerySchema = v.object({
  ...historyFilterSchema.entries,
  /** Only what is older than this position. */
  before: v.optional(positionSchema),
  /** Only what is newer than this position: what came since. */
  after: v.optional(positionSchema),
  limit: pageSizeSchema(limits.historyPageSize, limits.historyPageSizeMax),
});
export type HistoryQuery = v.InferOutput<typeof historyQuerySchema>;

/** Stands in a record where members wrote to each other alone, or what they took back: administrators don't read it. */
export const SEALED = '[sealed]';

/**
 * An event just as the log keeps it, with what is personal opened: `[erased]` where the member it is of has been
 * erased, `SEALED` where administrators may not read it.
 */
export const historyRecordSchema = v.object({
  eventId: v.string(),
  type: v.string(),
  stream: v.string(),
  revision: v.number(),
  position: positionSchema,
  /** With whatever else the log keeps beside an event. */
  metadata: v.looseObject({
    /** Null for the system itself. */
    actorId: v.nullable(v.number()),
    correlationId: v.string(),
    causationId: v.string(),
    undoes: v.optional(v.string()),
    time: v.string(),
  }),
  data: v.record(v.string(), v.unknown()),
});
export type HistoryRecord = v.InferOutput<typeof historyRecordSchema>;

/** One entry of the history with its record, `GET /api/admin/history/{eventId}`. */
export const historyDetailsSchema = v.object({ entry: historyEntrySchema, record: historyRecordSchema });
export type HistoryDetails = v.InferOutput<typeof historyDetailsSchema>;

/**
 * Everything that an event hangs together with, oldest first: what led to it, what else the same requests led to, and
 * what all of that led to. `causationId` says what hangs on what: it is the `eventId` of another entry, or a command's.
 */
export const historyChainSchema = v.object({
  entries: v.array(historyEntrySchema),
  /** False where there is more than is told. */
  isWhole: v.boolean(),
});
export type HistoryChain = v.InferOutput<typeof historyChainSchema>;

/** The path of what is asked about a single event. */
export const historyEventParamsSchema = v.object({
  eventId: v.pipe(
    v.string(),
    v.toLowerCase(),
    v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, validationTexts.invalidValue),
  ),
});
