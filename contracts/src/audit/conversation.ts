import * as v from 'valibot';
import { messageTypes } from '../messages/queries.ts';
import { positionSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { historyEntrySchema, historyMemberSchema } from './history.ts';

/** How the history names the global chat, beside the conversations of two. */
export const globalConversation = 'global';

const numbersOfTwo = (one: unknown, other: unknown): string | null =>
  typeof one === 'number' && typeof other === 'number'
    ? `${Math.min(one, other)}-${Math.max(one, other)}`
    : null;

/**
 * The conversation that an event is part of, by its facts: `3-7` of two members, the lower number first, or `global`.
 * Null for an event that is part of none. How far members have read in the global chat is theirs, not the chat's.
 */
export function conversationOf(facts: Readonly<Record<string, unknown>>): string | null {
  const { senderId, receiverId, readerId, peerId } = facts;
  if (senderId === undefined) return numbersOfTwo(readerId, peerId);
  return receiverId === null ? globalConversation : numbersOfTwo(senderId, receiverId);
}

/** A message as it stood at a moment; what it says is the members' own. */
const pastMessageSchema = v.object({
  id: v.string(),
  senderId: v.number(),
  sentAt: v.string(),
  status: v.picklist(['sent', 'deleted']),
  /** Null once it was deleted, as `content`. */
  messageType: v.nullable(v.picklist(messageTypes)),
  /** `[sealed]`: administrators don't read it. */
  content: v.nullable(v.string()),
  /** Whether the receiver had read it; null in the global chat. */
  isRead: v.nullable(v.boolean()),
});

/** What a conversation was at a moment. */
export const pastConversationSchema = v.object({
  /** How far each of two members had read; nobody in the global chat. */
  readUpTo: v.array(
    v.object({
      /** The member's number. */
      id: v.number(),
      upTo: positionSchema,
    }),
  ),
  /** The latest, newest first, and the one that the event of the moment is about. */
  messages: v.array(pastMessageSchema),
});
export type PastConversation = v.InferOutput<typeof pastConversationSchema>;
export type PastMessage = v.InferOutput<typeof pastMessageSchema>;

/** `GET /api/admin/history/conversations/{conversation}`: what a conversation was as of one of its events. */
export const conversationMomentSchema = v.object({
  conversation: v.string(),
  /** How many events concern it: sent, deleted and read; their places are 0 … `length` - 1. */
  length: v.number(),
  place: v.number(),
  /** Everybody who is named in it, by number. */
  members: v.array(historyMemberSchema),
  /** The event as of which it is told. */
  event: historyEntrySchema,
  /** After that event. */
  state: pastConversationSchema,
  /** The same messages just before it, those that were there. */
  before: pastConversationSchema,
});
export type ConversationMoment = v.InferOutput<typeof conversationMomentSchema>;

/** The path of what is asked about a conversation; see `conversationOf`. */
export const conversationParamsSchema = v.object({
  conversation: v.pipe(
    v.string(),
    v.regex(/^(global|[1-9]\d{0,9}-[1-9]\d{0,9})$/, validationTexts.invalidValue),
  ),
});

/** Which moment is asked for: the latest event of the conversation up to what is given; its last one when nothing is. */
export const conversationQuerySchema = v.object({
  /** Up to this position of the log. */
  at: v.optional(positionSchema),
  /** Up to this place among the events of the conversation; what `at` says is then not looked at. */
  place: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,9}$/, validationTexts.invalidValue), v.transform(Number)),
  ),
});
export type ConversationQuery = v.InferOutput<typeof conversationQuerySchema>;
