import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { messageIdSchema, positionSchema, userIdSchema } from '../shared/scalars.ts';
import { texts } from '../shared/texts.ts';

const say = texts.validation;

/** Text of a message: something besides white space, 4,000 characters at most. Kept as written. */
export const messageContentSchema = v.pipe(
  v.string(say.messageEmpty),
  v.check((text) => text.trim() !== '', say.messageEmpty),
  v.maxLength(limits.messageMax, say.messageTooLong),
);

const messageEntries = {
  /** Made by the client; the server makes one when missing, and then a retry is a new message. */
  id: v.optional(messageIdSchema),
  content: messageContentSchema,
  messageType: v.optional(v.literal('text', say.voiceNotAccepted), 'text'),
};

/** Body of `POST /api/messages`. */
export const sendMessageBodySchema = v.object({
  ...messageEntries,
  receiverId: v.pipe(v.number(say.receiverRequired), userIdSchema),
});
/** See `sendMessageBodySchema`. */
export type SendMessageBody = v.InferOutput<typeof sendMessageBodySchema>;

/** Body of `POST /api/messages/global`. */
export const sendGlobalMessageBodySchema = v.object(messageEntries);
/** See `sendGlobalMessageBodySchema`. */
export type SendGlobalMessageBody = v.InferOutput<typeof sendGlobalMessageBodySchema>;

/** Body of `POST /api/messages/read/{userId}` and `…/global/read`: the last position seen, else the newest there is. */
export const markReadBodySchema = v.object({ upTo: v.optional(positionSchema) });

/** Sends a message; `id` is the idempotency key for ever. */
export interface SendMessage {
  readonly type: 'SendMessage';
  readonly id: string;
  /** The receiving member; null in the global chat. */
  readonly receiverId: number | null;
  readonly content: string;
}

/** Moves the reader's mark in a conversation (`peerId`) or, when it is null, in the global chat. Never moves back. */
export interface MarkRead {
  readonly type: 'MarkRead';
  readonly peerId: number | null;
  /** A position; null for the newest there is. */
  readonly upTo: string | null;
}

/** The commands that also arrive as frames, and so cross the `Dispatch` port. */
export type FrameCommand = SendMessage | MarkRead;
