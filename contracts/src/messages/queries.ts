import * as v from 'valibot';
import { memberCardSchema } from '../accounts/queries.ts';

/** `receiverId` that global messages carry (spec §3). */
export const globalReceiverId = 1;

/** Kinds of message (spec §3). */
export const messageTypes = ['text', 'voice'] as const;

/** A message as every answer and frame shows it (spec §3); `position` orders a thread, `isRead` is the receiver's. */
export const messageSchema = v.object({
  id: v.string(),
  senderId: v.number(),
  receiverId: v.number(),
  content: v.string(),
  messageType: v.picklist(messageTypes),
  /** Where the recording is served, to those who may hear it. */
  voiceUrl: v.nullable(v.string()),
  /** Its length, where the bytes told. */
  voiceSeconds: v.nullable(v.number()),
  isGlobal: v.boolean(),
  isRead: v.boolean(),
  createdAt: v.string(),
  position: v.string(),
  sender: memberCardSchema,
});
export type Message = v.InferOutput<typeof messageSchema>;

/**
 * A message as a frame tells of it: without a sender where the gateway could not learn who that is. Not known is not
 * erased: who hears it keeps what is known of them, or asks.
 */
export const toldMessageSchema = v.object({
  ...messageSchema.entries,
  sender: v.nullable(memberCardSchema),
});
export type ToldMessage = v.InferOutput<typeof toldMessageSchema>;

/** Messages newest first, as `GET /api/messages/{userId}` and `/global` answer them. */
export const messagesSchema = v.array(messageSchema);

/** A private conversation, named after the other member (spec §3). */
export const conversationSchema = v.object({
  userId: v.number(),
  username: v.string(),
  fullName: v.string(),
  avatarUrl: v.nullable(v.string()),
  unreadCount: v.number(),
  /** Position up to which the other member has read, "0" when nothing. */
  readUpTo: v.string(),
  lastMessage: v.nullable(messageSchema),
});
export type Conversation = v.InferOutput<typeof conversationSchema>;

/** Conversations, the one with the newest message first. */
export const conversationsSchema = v.array(conversationSchema);

/** `GET /api/messages/global/unread/count`. */
export const unreadCountSchema = v.object({ count: v.number() });
