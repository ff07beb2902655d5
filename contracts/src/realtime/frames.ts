import * as v from 'valibot';
import { draftSchema } from '../messages/drafts.ts';
import { messageSchema, toldMessageSchema } from '../messages/queries.ts';
import { toldNotificationSchema } from '../notifications/queries.ts';
import { messageIdSchema, positionSchema, userIdSchema } from '../shared/scalars.ts';

/**
 * Client to server (spec §3, design "Realtime"). `authenticate` comes first. A client that comes back says there, by
 * `after`, up to where it has everything: the replay begins before anything is pushed, so that nothing is told twice. One
 * that has nothing yet sends `resume` once with the position of `authenticated`. Until `resumed` (or `resync`) answers,
 * frames that arrive are to be applied but must not move the client's stored position, for older ones may still follow.
 */
export const clientFrameSchema = v.variant('type', [
  v.object({ type: v.literal('authenticate'), userId: userIdSchema, after: v.optional(positionSchema) }),
  v.object({ type: v.literal('ping'), timestamp: v.number() }),
  /** Checked further as `SendMessage`; sender names that a client adds are ignored. */
  v.object({
    type: v.literal('message'),
    id: v.optional(messageIdSchema),
    receiverId: v.optional(v.nullable(v.number())),
    isGlobal: v.optional(v.boolean(), false),
    content: v.optional(v.unknown()),
    messageType: v.optional(v.unknown()),
    /** Only short recordings fit into a frame; longer ones go over HTTP. */
    voiceUrl: v.optional(v.unknown()),
  }),
  v.object({ type: v.literal('mark_read'), senderId: userIdSchema, upTo: v.optional(positionSchema) }),
  v.object({ type: v.literal('resume'), after: positionSchema }),
  /** Whether the page is on screen; while one of a member's is, no push is sent. Until it is said, it is not. */
  v.object({ type: v.literal('visible'), visible: v.boolean() }),
]);
export type ClientFrame = v.InferOutput<typeof clientFrameSchema>;

/** Frames that tell of an event; the same objects answer `GET /api/messages/changes?after=`. */
export const changeFrameSchema = v.variant('type', [
  v.object({ type: v.literal('new_message'), message: toldMessageSchema, position: positionSchema }),
  v.object({ type: v.literal('new_global_message'), message: toldMessageSchema, position: positionSchema }),
  v.object({ type: v.literal('message_deleted'), id: v.string(), position: positionSchema }),
  /** `readerId` has read what `peerId` wrote (the global chat when null) up to a position. */
  v.object({
    type: v.literal('messages_read'),
    readerId: v.number(),
    peerId: v.nullable(v.number()),
    upTo: positionSchema,
    position: positionSchema,
  }),
  /** A member is gone: their conversations with everybody, and what they wrote in the global chat, are to be forgotten. */
  v.object({ type: v.literal('member_deleted'), userId: v.number(), position: positionSchema }),
]);
export type ChangeFrame = v.InferOutput<typeof changeFrameSchema>;

/** Why a socket's session ended. */
export const signedOutReasons = [
  'logout',
  'ended_elsewhere',
  'expired',
  'password_changed',
  'suspended',
  'deleted',
] as const;
export type SignedOutReason = (typeof signedOutReasons)[number];

/** Server to client. */
export const serverFrameSchema = v.variant('type', [
  ...changeFrameSchema.options,
  /** There is something new in `GET /api/notifications`. Not among `changes`: the list itself is asked for. */
  v.object({
    type: v.literal('notification'),
    notification: toldNotificationSchema,
    position: positionSchema,
  }),
  /** `position` is the head of the log: with a stored position of at least this, nothing was missed. */
  v.object({ type: v.literal('authenticated'), userId: v.number(), position: positionSchema }),
  v.object({ type: v.literal('pong'), timestamp: v.number() }),
  v.object({ type: v.literal('ack'), id: v.string(), message: messageSchema, position: positionSchema }),
  v.object({
    type: v.literal('error'),
    id: v.optional(v.string()),
    code: v.string(),
    detail: v.string(),
    retryAfter: v.optional(v.number()),
    /** The fields that were not accepted, as in a problem answer. */
    errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
  }),
  /** Another device of the member's changed a draft. It is in no log, so it has no position: `GET /api/drafts` after a pause. */
  v.object({ type: v.literal('draft'), draft: draftSchema }),
  v.object({ type: v.literal('resumed'), position: positionSchema }),
  /**
   * Too much was missed for the socket: fetch `GET /api/messages/changes?after=` and then resume again. A position
   * below the one that was resumed from says that the log never reached it (it was restored, or moved to another
   * engine): what is known of messages is to be forgotten, and resumed after this position.
   */
  v.object({ type: v.literal('resync'), position: positionSchema }),
  v.object({ type: v.literal('signed_out'), reason: v.picklist(signedOutReasons) }),
]);
export type ServerFrame = v.InferOutput<typeof serverFrameSchema>;

/** Closing codes of `/ws` beyond the standard ones. */
export const closeCodes = {
  notAuthenticated: 4401,
  tooManyFrames: 4429,
  signedOut: 4403,
  slowReader: 4408,
} as const;

/**
 * `GET /api/messages/changes?after=`: what happened for this member after a position, oldest first. A position below
 * the one that was asked for: it begins anew, at the beginning of the log, which never reached that one.
 */
export const changesSchema = v.object({
  changes: v.array(changeFrameSchema),
  position: positionSchema,
  more: v.boolean(),
});
export type Changes = v.InferOutput<typeof changesSchema>;

/** Query of `GET /api/messages/changes`. */
export const changesQuerySchema = v.object({ after: v.optional(positionSchema, '0') });
