import { z } from 'zod';
import { messageTypes } from '../messages/queries.ts';

const userId = z.int().positive();
const position = z.string().regex(/^\d+$/);

/** `receiverId` is null in the global chat. */
const audience = { messageId: z.string(), senderId: userId, receiverId: userId.nullable() };

/** Of `message-{id}` streams and of the readers' `inbox-{userId}` streams. */
export const messageEvents = {
  /** `voiceHash` is the hash of the recording in the vault; `voiceSeconds` is null if unknown. */
  MessageSent: {
    version: 2,
    schema: z.object({
      ...audience,
      messageType: z.enum(messageTypes),
      content: z.string(),
      voiceHash: z.string().nullable(),
      voiceSeconds: z.number().nonnegative().nullable(),
    }),
    personal: { subject: 'senderId', fields: ['content', 'voiceHash'] },
    upcasters: {
      /** Version 1 had text only. */
      1: (data: Readonly<Record<string, unknown>>) => ({
        ...data,
        messageType: 'text',
        voiceHash: null,
        voiceSeconds: null,
      }),
    },
  },
  MessageDeleted: { version: 1, schema: z.object(audience) },
  /** The reader saw the conversation with `peerId` up to a position. */
  ConversationRead: {
    version: 1,
    schema: z.object({ readerId: userId, peerId: userId, upTo: position }),
    positions: ['upTo'],
  },
  GlobalChatRead: { version: 1, schema: z.object({ readerId: userId, upTo: position }), positions: ['upTo'] },
} as const;
