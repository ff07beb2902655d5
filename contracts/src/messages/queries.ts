import * as v from 'valibot';
import { memberCardSchema } from '../accounts/queries.ts';
import { storedSettingsSchema } from './conversationSettings.ts';

/** `receiverId` of global messages (spec §3). */
export const globalReceiverId = 1;

/** Spec §3. */
export const messageTypes = ['text', 'voice'] as const;

/** Spec §3; `isRead` is the receiver's. */
export const messageSchema = v.object({
  id: v.string(),
  senderId: v.number(),
  receiverId: v.number(),
  content: v.string(),
  messageType: v.picklist(messageTypes),
  /** For members who may hear it. */
  voiceUrl: v.nullable(v.string()),
  voiceSeconds: v.nullable(v.number()),
  isGlobal: v.boolean(),
  isRead: v.boolean(),
  /** True if the receiver did not know the sender; otherwise absent. */
  isRequest: v.optional(v.boolean()),
  createdAt: v.string(),
  position: v.string(),
  sender: memberCardSchema,
});
export type Message = v.InferOutput<typeof messageSchema>;

/**
 * The sender is null if the gateway could not read it, which doesn't mean erased: clients use what they know, or ask.
 */
export const toldMessageSchema = v.object({
  ...messageSchema.entries,
  sender: v.nullable(memberCardSchema),
});
export type ToldMessage = v.InferOutput<typeof toldMessageSchema>;

/** Newest first. */
export const messagesSchema = v.array(messageSchema);

/** Spec §3. */
export const conversationSchema = v.object({
  userId: v.number(),
  username: v.string(),
  fullName: v.string(),
  avatarUrl: v.nullable(v.string()),
  unreadCount: v.number(),
  /** Up to which the other member has read; "0" for nothing. */
  readUpTo: v.string(),
  lastMessage: v.nullable(messageSchema),
  /** True if the viewer neither knew the member nor accepted their messages; otherwise absent. */
  isRequest: v.optional(v.boolean()),
  /** Absent from older servers. */
  settings: v.optional(storedSettingsSchema),
});
export type Conversation = v.InferOutput<typeof conversationSchema>;

/** Newest message first. */
export const conversationsSchema = v.array(conversationSchema);

/** `GET /api/messages/global/unread/count`. */
export const unreadCountSchema = v.object({
  count: v.number(),
  /** Of the global chat. Absent from older servers. */
  settings: v.optional(storedSettingsSchema),
});
export type UnreadCount = v.InferOutput<typeof unreadCountSchema>;
