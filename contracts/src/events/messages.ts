import { z } from 'zod';
import { messageTypes } from '../messages/queries.ts';

const userId = z.int().positive();
const position = z.string().regex(/^\d+$/);

/** Where a message goes: to one member, or to the global chat when `receiverId` is null. */
const audience = { messageId: z.string(), senderId: userId, receiverId: userId.nullable() };

/** Events of `message-{id}` streams and of the readers' `inbox-{userId}` streams. */
export const messageEvents = {
  /** Text, or voice by the hash of its bytes in the vault, with its length where that is known. */
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
      /** Version 1 knew text only. */
      1: (data: Readonly<Record<string, unknown>>) => ({
        ...data,
        messageType: 'text',
        voiceHash: null,
        voiceSeconds: null,
      }),
    },
  },
  MessageDeleted: { version: 1, schema: z.object(audience) },
  /** The reader has seen the conversation with `peerId` up to a position. */
  ConversationRead: {
    version: 1,
    schema: z.object({ readerId: userId, peerId: userId, upTo: position }),
    positions: ['upTo'],
  },
  GlobalChatRead: { version: 1, schema: z.object({ readerId: userId, upTo: position }), positions: ['upTo'] },
} as const;
