import { z } from 'zod';

const userId = z.int().positive();
const position = z.string().regex(/^\d+$/);

/** Where a message goes: to one member, or to the global chat when `receiverId` is null. */
const audience = { messageId: z.string(), senderId: userId, receiverId: userId.nullable() };

/** Events of `message-{id}` streams and of the readers' `inbox-{userId}` streams. */
export const messageEvents = {
  MessageSent: {
    version: 1,
    schema: z.object({ ...audience, content: z.string() }),
    personal: { subject: 'senderId', fields: ['content'] },
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
