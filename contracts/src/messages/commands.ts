import * as v from 'valibot';
import { dataUrlSchema } from '../media/media.ts';
import { limits } from '../shared/limits.ts';
import { messageIdSchema, positionSchema, userIdParamSchema, userIdSchema } from '../shared/scalars.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';
import { isVisible } from '../text/visible.ts';
import { conversationSettingsEntries } from './conversationSettings.ts';
import { messageTypes } from './queries.ts';

/** `global`, or a member's id, in a path. */
export const conversationNameSchema = v.pipe(
  v.string(),
  v.regex(/^(global|[1-9]\d{0,8})$/, validation.invalidValue),
);

/** A text, or a recording as a data URL with or without text (spec §5 "Messages"). */
export const messageBodyEntries = {
  content: v.optional(
    v.pipe(v.string(validation.messageEmpty), v.maxLength(limits.messageMax, validation.messageTooLong)),
    '',
  ),
  messageType: v.optional(v.picklist(messageTypes, validation.invalidValue), 'text'),
  voiceUrl: v.optional(v.nullable(dataUrlSchema(validation.voiceBroken)), null),
};

export interface MessageBody {
  readonly content: string;
  readonly messageType: (typeof messageTypes)[number];
  readonly voiceUrl: string | null;
}

export const hasText = ({ content, messageType }: Pick<MessageBody, 'content' | 'messageType'>): boolean =>
  messageType === 'voice' || isVisible(content);
export const hasVoice = ({ messageType, voiceUrl }: Pick<MessageBody, 'messageType' | 'voiceUrl'>): boolean =>
  (messageType === 'voice') === (voiceUrl !== null);

/**
 * The cookie may be another member's when a device sends something it has stored; then it is refused as not signed in.
 */
export const actingForEntries = { senderId: v.optional(userIdSchema) };

const messageEntries = {
  ...actingForEntries,
  /** If missing, the server makes one, and a retry is a new message. */
  id: v.optional(messageIdSchema),
  ...messageBodyEntries,
};

/** `POST /api/messages`. */
export const sendMessageBodySchema = v.pipe(
  v.object({
    ...messageEntries,
    receiverId: v.pipe(v.number(validation.receiverRequired), userIdSchema),
  }),
  v.forward(v.partialCheck([['content'], ['messageType']], hasText, validation.messageEmpty), ['content']),
  v.forward(v.partialCheck([['messageType'], ['voiceUrl']], hasVoice, validation.voiceRequired), [
    'voiceUrl',
  ]),
);
export type SendMessageBody = v.InferOutput<typeof sendMessageBodySchema>;

/** `POST /api/messages/global`. */
export const sendGlobalMessageBodySchema = v.pipe(
  v.object(messageEntries),
  v.forward(v.partialCheck([['content'], ['messageType']], hasText, validation.messageEmpty), ['content']),
  v.forward(v.partialCheck([['messageType'], ['voiceUrl']], hasVoice, validation.voiceRequired), [
    'voiceUrl',
  ]),
);
export type SendGlobalMessageBody = v.InferOutput<typeof sendGlobalMessageBodySchema>;

/** `DELETE /api/messages/{id}`. */
export const deleteMessageQuerySchema = v.object({ senderId: v.optional(userIdParamSchema) });

/** By default the newest position. */
export const markReadBodySchema = v.object({ upTo: v.optional(positionSchema) });

/** `PATCH /api/messages/conversations/{conversation}`: absent fields stay. */
export const changeConversationBodySchema = v.object({
  ...actingForEntries,
  mutedUntil: v.optional(conversationSettingsEntries.mutedUntil),
  isMarkedUnread: v.optional(conversationSettingsEntries.isMarkedUnread),
  /** Accepts the messages of a stranger. */
  isRequest: v.optional(v.literal(false)),
  /** Deletes a request up to a position. */
  deletedUpTo: v.optional(positionSchema),
  /** Position up to which the device knew the log when the member decided; by default the newest. */
  knownUpTo: v.optional(positionSchema),
});
export type ChangeConversationBody = v.InferOutput<typeof changeConversationBodySchema>;

/** `id` is a permanent idempotency key. */
export interface SendMessage {
  readonly type: 'SendMessage';
  readonly id: string;
  readonly receiverId: number | null;
  readonly messageType: (typeof messageTypes)[number];
  readonly content: string;
  /** A data URL; null for text. */
  readonly voiceUrl: string | null;
}

/** Moves the read mark of a conversation (`peerId`) or of the global chat (null); never back. */
export interface MarkRead {
  readonly type: 'MarkRead';
  readonly peerId: number | null;
  readonly upTo: string | null;
}

/** Commands that also arrive as frames, and so cross the `Dispatch` port. */
export type FrameCommand = SendMessage | MarkRead;
