import { z } from 'zod';
import { messageTypes } from '../messages/queries.ts';

const userId = z.int().positive();
const position = z.string().regex(/^\d+$/);

/** `receiverId` is null in the global chat. */
const audience = { messageId: z.string(), senderId: userId, receiverId: userId.nullable() };

/** `voiceHash` is the hash of the recording in the vault; `voiceSeconds` is null if unknown. */
const said = {
  messageType: z.enum(messageTypes),
  content: z.string(),
  voiceHash: z.string().nullable(),
  voiceSeconds: z.number().nonnegative().nullable(),
  /** Whether the receiver did not know the sender. Absent in the global chat, and before releases that asked. */
  isRequest: z.boolean().optional(),
};
const personal = { subject: 'senderId', fields: ['content', 'voiceHash'] } as const;

/**
 * `peerId` is null for the global chat. `knownUpTo` is how much of the log the device knew when its member decided, so
 * that a change which was queued offline does not undo a newer one.
 */
const ownSetting = { readerId: userId, peerId: userId.nullable(), knownUpTo: position };

/** Of `message-{id}` streams and of the readers' `inbox-{userId}` streams. */
export const messageEvents = {
  MessageSent: {
    version: 2,
    schema: z.object({ ...audience, ...said }),
    personal,
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
  /** Deleted by its sender, or removed by an administrator, who can restore it. */
  MessageDeleted: { version: 1, schema: z.object({ ...audience, isRemoval: z.literal(true).optional() }) },
  /** A removed message is back in its place, with the position and time (ISO 8601) at which it was sent. */
  MessageRestored: {
    version: 1,
    schema: z.object({ ...audience, ...said, sentPosition: position, sentAt: z.string() }),
    personal,
    positions: ['sentPosition'],
  },
  /** The reader saw the conversation with `peerId` up to a position. */
  ConversationRead: {
    version: 1,
    schema: z.object({ readerId: userId, peerId: userId, upTo: position }),
    positions: ['upTo'],
  },
  GlobalChatRead: { version: 1, schema: z.object({ readerId: userId, upTo: position }), positions: ['upTo'] },
  /** No pushes and toasts of the conversation until a time (ISO 8601), or until it is unmuted (null). */
  ConversationMuted: {
    version: 1,
    schema: z.object({ ...ownSetting, until: z.string().nullable() }),
    positions: ['knownUpTo'],
  },
  ConversationUnmuted: { version: 1, schema: z.object(ownSetting), positions: ['knownUpTo'] },
  ConversationMarkedUnread: { version: 1, schema: z.object(ownSetting), positions: ['knownUpTo'] },
  UnreadMarkRemoved: { version: 1, schema: z.object(ownSetting), positions: ['knownUpTo'] },
  /** The reader accepted messages from a stranger. */
  ConversationAccepted: { version: 1, schema: z.object({ readerId: userId, peerId: userId }) },
  /** The reader deleted such messages up to a position, for themselves. */
  RequestDeleted: {
    version: 1,
    schema: z.object({ readerId: userId, peerId: userId, deletedUpTo: position }),
    positions: ['deletedUpTo'],
  },
} as const;
