import * as v from 'valibot';
import { messageTypes } from '../messages/queries.ts';
import { positionSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { historyEntrySchema, historyMemberSchema } from './history.ts';

export const globalConversation = 'global';

const numbersOfTwo = (one: unknown, other: unknown): string | null =>
  typeof one === 'number' && typeof other === 'number'
    ? `${Math.min(one, other)}-${Math.max(one, other)}`
    : null;

/**
 * `3-7` for two members, lower id first, or `global`. Null for other events, including read marks of the global chat
 * and settings of conversations, which are personal.
 */
export function conversationOf(facts: Readonly<Record<string, unknown>>): string | null {
  const { senderId, receiverId, readerId, peerId, upTo } = facts;
  if (senderId === undefined) return upTo === undefined ? null : numbersOfTwo(readerId, peerId);
  return receiverId === null ? globalConversation : numbersOfTwo(senderId, receiverId);
}

const pastMessageSchema = v.object({
  id: v.string(),
  senderId: v.number(),
  sentAt: v.string(),
  status: v.picklist(['sent', 'deleted']),
  /** Null once deleted. */
  messageType: v.nullable(v.picklist(messageTypes)),
  /** `[sealed]`, because administrators must not read it. */
  content: v.nullable(v.string()),
  isRead: v.nullable(v.boolean()),
});

export const pastConversationSchema = v.object({
  readUpTo: v.array(
    v.object({
      id: v.number(),
      upTo: positionSchema,
    }),
  ),
  /** Newest first, including the event's own. */
  messages: v.array(pastMessageSchema),
});
export type PastConversation = v.InferOutput<typeof pastConversationSchema>;
export type PastMessage = v.InferOutput<typeof pastMessageSchema>;

/** `GET /api/admin/history/conversations/{conversation}`: a conversation at one of its events. */
export const conversationMomentSchema = v.object({
  conversation: v.string(),
  /** Number of its events. */
  length: v.number(),
  place: v.number(),
  members: v.array(historyMemberSchema),
  event: historyEntrySchema,
  state: pastConversationSchema,
  before: pastConversationSchema,
});
export type ConversationMoment = v.InferOutput<typeof conversationMomentSchema>;

export const conversationParamsSchema = v.object({
  conversation: v.pipe(
    v.string(),
    v.regex(/^(global|[1-9]\d{0,9}-[1-9]\d{0,9})$/, validationTexts.invalidValue),
  ),
});

/** The latest event up to the given point; by default the last. */
export const conversationQuerySchema = v.object({
  at: v.optional(positionSchema),
  /** Overrides `at`. */
  place: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,9}$/, validationTexts.invalidValue), v.transform(Number)),
  ),
});
export type ConversationQuery = v.InferOutput<typeof conversationQuerySchema>;
