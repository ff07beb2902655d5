import type { ChangeFrame, MemberCard, ServerFrame } from '@pmcw/contracts';
import { type InboxEvent, type MessageEvent, messageView, type ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import {
  audienceOf,
  type DeliveringEvent,
  deliveringTypes,
  isDelivering,
  notificationFrame,
  notificationIdOf,
} from '../notifications/announcements.ts';
import { serialise } from './serialise.ts';

/** An event of the log that members are told of. */
export type ToldEvent =
  | Extract<
      RecordedEvent<ProductEvents>,
      { type: MessageEvent['type'] | InboxEvent['type'] | 'NotificationDeactivated' | 'UserDeleted' }
    >
  | DeliveringEvent;

/** The types of the events that members are told of; of some types not of every event, see `isTold`. */
export const toldTypes: readonly ToldEvent['type'][] = [
  'MessageSent',
  'MessageDeleted',
  'ConversationRead',
  'GlobalChatRead',
  'NotificationDeactivated',
  'UserDeleted',
  ...deliveringTypes,
];

const deliveries: ReadonlySet<string> = new Set(deliveringTypes);
const told: ReadonlySet<string> = new Set(toldTypes.filter((type) => !deliveries.has(type)));

/** Whether members are told of an event. */
export const isTold = (event: RecordedEvent<ProductEvents>): event is ToldEvent =>
  told.has(event.type) || isDelivering(event);

type NotificationFrame = Extract<ServerFrame, { type: 'notification' }>;

/** An event as it goes out: who is told, and the frame, serialised once. */
export interface Change {
  readonly position: bigint;
  /** The members who are told; null for everyone. */
  readonly audience: readonly number[] | null;
  /** The type of the frame. */
  readonly frame: (ChangeFrame | NotificationFrame)['type'];
  readonly bytes: Uint8Array;
  /** The message or notification that this change hands out, if any. */
  readonly sent: string | null;
  /** The message or notification that this change takes back, if any: it is not handed out again. */
  readonly deleted: string | null;
  /** The members whom it is from, to or about: once one of them is erased, nobody is told of it any more. */
  readonly people: readonly number[];
  /** The member whose erasure this change tells of, if any. */
  readonly erased: number | null;
  /** When the event was recorded, ISO 8601. */
  readonly time: string;
}

/** Whether a member is told of a change. */
export function concerns(change: Change, userId: number): boolean {
  return change.audience === null || change.audience.includes(userId);
}

/** Turns an event into what goes out (design "Realtime"). Asks for the card of a message's sender. */
export function changeOf(event: ToldEvent, cardOf: (userId: number) => MemberCard | null): Change {
  const { position, metadata } = event;
  const at = { position, time: metadata.time, sent: null, deleted: null, people: [], erased: null };
  switch (event.type) {
    case 'MessageSent': {
      const { senderId, receiverId, messageId } = event.data;
      const type = receiverId === null ? 'new_global_message' : 'new_message';
      const message = messageView(event, cardOf(senderId));
      const frame = framed({ type, message, position: String(position) });
      const people = peopleOf(senderId, receiverId);
      return { ...at, ...frame, audience: conversation(senderId, receiverId), people, sent: messageId };
    }
    case 'MessageDeleted': {
      const { senderId, receiverId, messageId } = event.data;
      const frame = framed({ type: 'message_deleted', id: messageId, position: String(position) });
      const people = peopleOf(senderId, receiverId);
      return { ...at, ...frame, audience: conversation(senderId, receiverId), people, deleted: messageId };
    }
    case 'ConversationRead': {
      const people = peopleOf(event.data.readerId, event.data.peerId);
      return { ...at, ...readFrame(event), audience: people, people };
    }
    case 'GlobalChatRead':
      // Nobody else's business: it only keeps the reader's own devices together.
      return { ...at, ...readFrame(event), audience: [event.data.readerId], people: [event.data.readerId] };
    case 'NotificationDeactivated':
      // Nobody is told; but who comes back is not told either of what is hidden now.
      return { ...at, ...nothing, audience: [], deleted: event.data.notificationId };
    case 'UserDeleted': {
      const { userId } = event.data;
      const frame = framed({ type: 'member_deleted', userId, position: String(position) });
      return { ...at, ...frame, audience: null, erased: userId };
    }
    case 'NotificationPublished':
    case 'NotificationActivated':
    case 'UserVerified':
    case 'VerificationRejected': {
      const frame = framed(notificationFrame(event));
      const audience = audienceOf(event);
      return { ...at, ...frame, audience, people: audience ?? [], sent: notificationIdOf(event) };
    }
    default:
      return event satisfies never;
  }
}

/** Both members, named once, or the one there is. */
const peopleOf = (one: number, other: number | null): readonly number[] =>
  other === null ? [one] : [...new Set([one, other])];

/** Both members; null, which is everyone, for the global chat. */
const conversation = (one: number, other: number | null): readonly number[] | null =>
  other === null ? null : peopleOf(one, other);

function readFrame(event: Extract<ToldEvent, { type: InboxEvent['type'] }>): Framed {
  const { readerId, upTo } = event.data;
  const peerId = event.type === 'ConversationRead' ? event.data.peerId : null;
  return framed({ type: 'messages_read', readerId, peerId, upTo, position: String(event.position) });
}

type Framed = Pick<Change, 'frame' | 'bytes'>;

const nothing: Framed = { frame: 'notification', bytes: new Uint8Array() };

const framed = (frame: ChangeFrame | NotificationFrame): Framed => ({
  frame: frame.type,
  bytes: serialise(frame),
});
