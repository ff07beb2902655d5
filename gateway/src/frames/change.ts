import type { ChangeFrame, MemberCard, ServerFrame } from '@pmcw/contracts';
import {
  audienceOf,
  concernedBy,
  type InboxEvent,
  type MessageEvent,
  messageView,
  type ProductEvents,
} from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import {
  type DeliveringEvent,
  deliveringTypes,
  isDelivering,
  notificationFrame,
  notificationIdOf,
} from '../notifications/announcements.ts';
import { serialise } from './serialise.ts';

export type ToldEvent =
  | Extract<
      RecordedEvent<ProductEvents>,
      { type: MessageEvent['type'] | InboxEvent['type'] | 'NotificationDeactivated' | 'UserDeleted' }
    >
  | DeliveringEvent;

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

export const isTold = (event: RecordedEvent<ProductEvents>): event is ToldEvent =>
  told.has(event.type) || isDelivering(event);

type NotificationFrame = Extract<ServerFrame, { type: 'notification' }>;

export interface Change {
  readonly position: bigint;
  /** Null for everyone. */
  readonly audience: readonly number[] | null;
  readonly frame: (ChangeFrame | NotificationFrame)['type'];
  readonly bytes: Uint8Array;
  /** Id of the message or notification that it delivers. */
  readonly sent: string | null;
  /** Id of the message or notification that it withdraws. */
  readonly deleted: string | null;
  /** From, to or about whom it is; once one of them is erased, it is no longer delivered. */
  readonly people: readonly number[];
  /** The member whose erasure it announces. */
  readonly erased: number | null;
  readonly time: string;
}

export function concerns(change: Change, userId: number): boolean {
  return change.audience === null || change.audience.includes(userId);
}

export function changeOf(event: ToldEvent, cardOf: (userId: number) => MemberCard | null): Change {
  const { position, metadata } = event;
  const at = { position, time: metadata.time, sent: null, deleted: null, people: [], erased: null };
  if (event.type === 'NotificationDeactivated')
    // Not pushed, but keeps clients that reconnect from getting the hidden notification.
    return { ...at, ...nothing, audience: [], deleted: event.data.notificationId };
  const to = { ...at, audience: audienceOf(event), people: concernedBy(event) };
  switch (event.type) {
    case 'MessageSent': {
      const { senderId, receiverId, messageId } = event.data;
      const type = receiverId === null ? 'new_global_message' : 'new_message';
      const message = messageView(event, cardOf(senderId));
      const frame = framed({ type, message, position: String(position) });
      return { ...to, ...frame, sent: messageId };
    }
    case 'MessageDeleted': {
      const { messageId } = event.data;
      const frame = framed({ type: 'message_deleted', id: messageId, position: String(position) });
      return { ...to, ...frame, deleted: messageId };
    }
    case 'ConversationRead':
    case 'GlobalChatRead':
      return { ...to, ...readFrame(event) };
    case 'UserDeleted': {
      const { userId } = event.data;
      const frame = framed({ type: 'member_deleted', userId, position: String(position) });
      return { ...to, ...frame, erased: userId };
    }
    case 'NotificationPublished':
    case 'NotificationActivated':
    case 'UserVerified':
    case 'VerificationRejected': {
      const frame = framed(notificationFrame(event));
      return { ...to, ...frame, sent: notificationIdOf(event) };
    }
    default:
      return event satisfies never;
  }
}

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
