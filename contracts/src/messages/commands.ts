import * as v from 'valibot';
import { dataUrlSchema } from '../media/media.ts';
import { limits } from '../shared/limits.ts';
import { messageIdSchema, positionSchema, userIdParamSchema, userIdSchema } from '../shared/scalars.ts';
import { validationTexts } from '../shared/validationTexts.ts';
import { isVisible } from '../text/visible.ts';
import { messageTypes } from './queries.ts';

const say = validationTexts;

/** What a message says: text, kept as written, or a recording as a data URL, with text or without (spec §5 "Messages"). */
export const messageBodyEntries = {
  content: v.optional(
    v.pipe(v.string(say.messageEmpty), v.maxLength(limits.messageMax, say.messageTooLong)),
    '',
  ),
  messageType: v.optional(v.picklist(messageTypes, say.invalidValue), 'text'),
  voiceUrl: v.optional(v.nullable(dataUrlSchema(say.voiceBroken)), null),
};

/** What the rules look at of what a message says. */
export interface MessageBody {
  readonly content: string;
  readonly messageType: (typeof messageTypes)[number];
  readonly voiceUrl: string | null;
}

/** A text needs something that can be seen. */
export const hasText = ({ content, messageType }: Pick<MessageBody, 'content' | 'messageType'>): boolean =>
  messageType === 'voice' || isVisible(content);
/** A recording comes with voice messages, and with no others. */
export const hasVoice = ({ messageType, voiceUrl }: Pick<MessageBody, 'messageType' | 'voiceUrl'>): boolean =>
  (messageType === 'voice') === (voiceUrl !== null);

/**
 * Who an app sends or deletes for. A browser's cookie may be another member's by the time that something kept on the
 * device goes out: then it is refused as from nobody.
 */
export const actingForEntries = { senderId: v.optional(userIdSchema) };

const messageEntries = {
  ...actingForEntries,
  /** Made by the client; the server makes one when missing, and then a retry is a new message. */
  id: v.optional(messageIdSchema),
  ...messageBodyEntries,
};

/** Body of `POST /api/messages`. */
export const sendMessageBodySchema = v.pipe(
  v.object({ ...messageEntries, receiverId: v.pipe(v.number(say.receiverRequired), userIdSchema) }),
  v.forward(v.partialCheck([['content'], ['messageType']], hasText, say.messageEmpty), ['content']),
  v.forward(v.partialCheck([['messageType'], ['voiceUrl']], hasVoice, say.voiceRequired), ['voiceUrl']),
);
export type SendMessageBody = v.InferOutput<typeof sendMessageBodySchema>;

/** Body of `POST /api/messages/global`. */
export const sendGlobalMessageBodySchema = v.pipe(
  v.object(messageEntries),
  v.forward(v.partialCheck([['content'], ['messageType']], hasText, say.messageEmpty), ['content']),
  v.forward(v.partialCheck([['messageType'], ['voiceUrl']], hasVoice, say.voiceRequired), ['voiceUrl']),
);
export type SendGlobalMessageBody = v.InferOutput<typeof sendGlobalMessageBodySchema>;

/** Query of `DELETE /api/messages/{id}`. */
export const deleteMessageQuerySchema = v.object({ senderId: v.optional(userIdParamSchema) });

/** Body of `POST /api/messages/read/{userId}` and `…/global/read`: the last position seen, else the newest there is. */
export const markReadBodySchema = v.object({ upTo: v.optional(positionSchema) });

/** Sends a message; `id` is the idempotency key for ever. */
export interface SendMessage {
  readonly type: 'SendMessage';
  readonly id: string;
  /** The receiving member; null in the global chat. */
  readonly receiverId: number | null;
  readonly messageType: (typeof messageTypes)[number];
  readonly content: string;
  /** The recording of a voice message as a data URL; null for text. */
  readonly voiceUrl: string | null;
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
