import * as v from 'valibot';
import { contactSchema } from '../contacts/queries.ts';
import { conversationSettingsEntries } from '../messages/conversationSettings.ts';
import { draftSchema } from '../messages/drafts.ts';
import { messageSchema, toldMessageSchema } from '../messages/queries.ts';
import { toldNotificationSchema } from '../notifications/queries.ts';
import {
  flagParamSchema,
  incarnationSchema,
  messageIdSchema,
  positionSchema,
  userIdSchema,
} from '../shared/scalars.ts';

/**
 * Spec §3. `authenticate` comes first. A client that reconnects gives its position as `after`, so that the replay
 * starts before anything is pushed; one without a position sends `resume` once, with the position of `authenticated`.
 * Until `resumed` or `resync`, frames must be applied but must not move the stored position, because older ones may
 * follow.
 */
export const clientFrameSchema = v.variant('type', [
  v.object({
    type: v.literal('authenticate'),
    userId: userIdSchema,
    after: v.optional(positionSchema),
    /** Of `after`. If it is another than the log's, nothing is replayed: the client starts over. */
    incarnation: v.optional(incarnationSchema),
  }),
  v.object({ type: v.literal('ping'), timestamp: v.number() }),
  /** Sender names are ignored. */
  v.object({
    type: v.literal('message'),
    id: v.optional(messageIdSchema),
    /**
     * The message sent right before this one to the same conversation on this socket, if it has no answer yet. Only if
     * that one is stored or refused for good is this one stored; otherwise it gets the same temporary error. Without
     * it, every earlier message of the conversation is settled.
     */
    previous: v.optional(messageIdSchema),
    receiverId: v.optional(v.nullable(v.number())),
    isGlobal: v.optional(v.boolean(), false),
    content: v.optional(v.unknown()),
    messageType: v.optional(v.unknown()),
    /** Only short recordings fit; longer ones go over HTTP. */
    voiceUrl: v.optional(v.unknown()),
  }),
  v.object({ type: v.literal('mark_read'), senderId: userIdSchema, upTo: v.optional(positionSchema) }),
  v.object({ type: v.literal('resume'), after: positionSchema }),
  /** No push is sent while a page of the member is visible; by default it is not. */
  v.object({ type: v.literal('visible'), visible: v.boolean() }),
]);
export type ClientFrame = v.InferOutput<typeof clientFrameSchema>;

/** Also in `GET /api/messages/changes?after=`. */
export const changeFrameSchema = v.variant('type', [
  v.object({ type: v.literal('new_message'), message: toldMessageSchema, position: positionSchema }),
  v.object({ type: v.literal('new_global_message'), message: toldMessageSchema, position: positionSchema }),
  v.object({ type: v.literal('message_deleted'), id: v.string(), position: positionSchema }),
  /** An administrator restored a removed message. Its place is `message.position`. */
  v.object({ type: v.literal('message_restored'), message: toldMessageSchema, position: positionSchema }),
  /** `readerId` has read messages of `peerId` (null: the global chat) up to `upTo`. */
  v.object({
    type: v.literal('messages_read'),
    readerId: v.number(),
    peerId: v.nullable(v.number()),
    upTo: positionSchema,
    position: positionSchema,
  }),
  /** The member blocked `memberId`, or ended that; only for the member's own devices. */
  v.object({ type: v.literal('contact_changed'), ...contactSchema.entries }),
  /** Only the fields that changed. `peerId` is null for the global chat. Only to the member's own devices. */
  v.object({
    type: v.literal('conversation_changed'),
    peerId: v.nullable(v.number()),
    mutedUntil: v.optional(conversationSettingsEntries.mutedUntil),
    isMarkedUnread: v.optional(conversationSettingsEntries.isMarkedUnread),
    isRequest: v.optional(v.literal(false)),
    deletedUpTo: v.optional(positionSchema),
    position: positionSchema,
  }),
  /** Clients must drop the member's conversations and global messages. */
  v.object({ type: v.literal('member_deleted'), userId: v.number(), position: positionSchema }),
]);
export type ChangeFrame = v.InferOutput<typeof changeFrameSchema>;

/** Apps up to release 0.6 refuse a page of changes with any other. */
const firstChanges: readonly string[] = [
  'new_message',
  'new_global_message',
  'message_deleted',
  'messages_read',
  'member_deleted',
] satisfies readonly ChangeFrame['type'][];

/** Whether a client accepts the change in a page of changes. */
export const isAcceptedBy = ({ skipsUnknown }: ChangesQuery, { type }: ChangeFrame): boolean =>
  skipsUnknown || firstChanges.includes(type);

export const signedOutReasons = [
  'logout',
  'ended_elsewhere',
  'expired',
  'password_changed',
  'suspended',
  'deleted',
] as const;
export type SignedOutReason = (typeof signedOutReasons)[number];

export const serverFrameSchema = v.variant('type', [
  ...changeFrameSchema.options,
  /** A new item of `GET /api/notifications`. Not among `changes`: clients fetch the list. */
  v.object({
    type: v.literal('notification'),
    notification: toldNotificationSchema,
    position: positionSchema,
  }),
  v.object({
    type: v.literal('authenticated'),
    userId: v.number(),
    /** The head of the log; a client at this position missed nothing. */
    position: positionSchema,
    /** Of all positions on this socket, which is closed when another starts. Absent from older servers. */
    incarnation: v.optional(incarnationSchema),
    /** First position from which the log may lack what the client's incarnation had; absent if unknown. */
    lostFrom: v.optional(positionSchema),
    /** Messages of one conversation that may be on their way without an answer (`previous`); 1 if absent. */
    inFlight: v.optional(v.number()),
  }),
  v.object({ type: v.literal('pong'), timestamp: v.number() }),
  v.object({ type: v.literal('ack'), id: v.string(), message: messageSchema, position: positionSchema }),
  v.object({
    type: v.literal('error'),
    id: v.optional(v.string()),
    code: v.string(),
    detail: v.string(),
    retryAfter: v.optional(v.number()),
    /** Invalid fields, as in a problem response. */
    errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  }),
  /** Drafts are in no log, so clients fetch `GET /api/drafts` after a pause. */
  v.object({ type: v.literal('draft'), draft: draftSchema }),
  v.object({ type: v.literal('resumed'), position: positionSchema }),
  /**
   * Too much was missed: fetch `GET /api/messages/changes?after=`, then resume again. A position below the requested
   * one means that the log was replaced: drop all messages, and resume after this position.
   */
  v.object({ type: v.literal('resync'), position: positionSchema }),
  v.object({ type: v.literal('signed_out'), reason: v.picklist(signedOutReasons) }),
]);
export type ServerFrame = v.InferOutput<typeof serverFrameSchema>;

/** In addition to the standard codes. */
export const closeCodes = {
  notAuthenticated: 4401,
  tooManyFrames: 4429,
  signedOut: 4403,
  slowReader: 4408,
} as const;

/**
 * Oldest first. Another incarnation than the requested one, or a position below it, means a restart at the first event,
 * because the log was restored or replaced.
 */
export const changesSchema = v.object({
  changes: v.array(changeFrameSchema),
  position: positionSchema,
  /** Absent from older servers. */
  incarnation: v.optional(incarnationSchema),
  /** As in `authenticated`. */
  lostFrom: v.optional(positionSchema),
  more: v.boolean(),
});
export type Changes = v.InferOutput<typeof changesSchema>;

const changeTypes: readonly string[] = changeFrameSchema.options.map(({ entries }) => entries.type.literal);
const unknownChange = v.pipe(
  v.looseObject({
    type: v.pipe(
      v.string(),
      v.check((type) => !changeTypes.includes(type)),
    ),
  }),
  v.transform(() => null),
);

/** For clients: without changes of types that only newer servers know. */
export const receivedChangesSchema = v.object({
  ...changesSchema.entries,
  changes: v.pipe(
    v.array(v.union([changeFrameSchema, unknownChange])),
    v.transform((changes) => changes.filter((change) => change !== null)),
  ),
});

export const changesQuerySchema = v.object({
  after: v.optional(positionSchema, '0'),
  /** Of `after`. */
  incarnation: v.optional(incarnationSchema),
  /** The client skips changes of types that it does not know; otherwise it gets only those of release 0.6. */
  skipsUnknown: v.optional(flagParamSchema, 'false'),
});
export type ChangesQuery = v.InferOutput<typeof changesQuerySchema>;
