import type { ChangeFrame, MemberCard } from '@pmcw/contracts';
import { type InboxEvent, type MessageEvent, messageView, type ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import { serialise } from './serialise.ts';

/** An event of the log that members are told of. */
export type ToldEvent = Extract<
  RecordedEvent<ProductEvents>,
  { type: MessageEvent['type'] | InboxEvent['type'] }
>;

/** The types of the events that members are told of. */
export const toldTypes: readonly ToldEvent['type'][] = [
  'MessageSent',
  'MessageDeleted',
  'ConversationRead',
  'GlobalChatRead',
];

/** An event as it goes out: who is told, and the frame, serialised once. */
export interface Change {
  readonly position: bigint;
  /** The members who are told; null for everyone. */
  readonly audience: readonly number[] | null;
  readonly bytes: Uint8Array;
  /** The message that this change hands out, if any. */
  readonly sent: string | null;
  /** The message that this change takes back, if any. */
  readonly deleted: string | null;
  /** When the event was recorded, ISO 8601. */
  readonly time: string;
}

/** Whether a member is told of a change. */
export function concerns(change: Change, userId: number): boolean {
  return change.audience === null || change.audience.includes(userId);
}

/** Turns an event into what goes out (design "Realtime"). Asks for the card of a message's sender. */
export function changeOf(event: ToldEvent, cardOf: (userId: number) => MemberCard): Change {
  const { position, metadata } = event;
  const at = { position, time: metadata.time, sent: null, deleted: null };
  switch (event.type) {
    case 'MessageSent': {
      const { senderId, receiverId, messageId } = event.data;
      const type = receiverId === null ? 'new_global_message' : 'new_message';
      const message = messageView(event, cardOf(senderId));
      const bytes = bytesOf({ type, message, position: String(position) });
      return { ...at, audience: conversation(senderId, receiverId), bytes, sent: messageId };
    }
    case 'MessageDeleted': {
      const { senderId, receiverId, messageId } = event.data;
      const bytes = bytesOf({ type: 'message_deleted', id: messageId, position: String(position) });
      return { ...at, audience: conversation(senderId, receiverId), bytes, deleted: messageId };
    }
    case 'ConversationRead':
      return {
        ...at,
        audience: conversation(event.data.readerId, event.data.peerId),
        bytes: readBytes(event),
      };
    case 'GlobalChatRead':
      // Nobody else's business: it only keeps the reader's own devices together.
      return { ...at, audience: [event.data.readerId], bytes: readBytes(event) };
  }
}

/** Both members, named once; null, which is everyone, for the global chat. */
function conversation(one: number, other: number | null): readonly number[] | null {
  return other === null ? null : [...new Set([one, other])];
}

function readBytes(event: Extract<ToldEvent, { type: InboxEvent['type'] }>): Uint8Array {
  const { readerId, upTo } = event.data;
  const peerId = event.type === 'ConversationRead' ? event.data.peerId : null;
  return bytesOf({ type: 'messages_read', readerId, peerId, upTo, position: String(event.position) });
}

const bytesOf = (frame: ChangeFrame): Uint8Array => serialise(frame);
