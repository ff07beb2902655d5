import type { ChangeFrame, MemberCard, ServerFrame } from '@pmcw/contracts';
import { audienceOf, concernedBy } from '@pmcw/contracts/audience';
import {
  type ContactEvent,
  type ConversationSettingEvent,
  type InboxEvent,
  type MessageEvent,
  messageView,
  type ProductEvents,
  type ReadEvent,
  type RecordedMessageSent,
  restoredMessage,
  typesOf,
} from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import {
  type DeliveringEvent,
  isWithheld,
  notificationFrame,
  notificationIdOf,
} from '../notifications/announcements.ts';
import { serialise } from './serialise.ts';

export type ChangeEvent =
  | Extract<
      RecordedEvent<ProductEvents>,
      {
        type:
          | MessageEvent['type']
          | InboxEvent['type']
          | ContactEvent['type']
          | 'NotificationDeactivated'
          | 'UserDeleted';
      }
    >
  | DeliveringEvent;

type NotificationFrame = Extract<ServerFrame, { type: 'notification' }>;

export interface Change {
  readonly position: bigint;
  /** Null for everyone. */
  readonly audience: readonly number[] | null;
  readonly frame: (ChangeFrame | NotificationFrame)['type'];
  readonly bytes: Uint8Array;
  /** The bytes for the receiver of a request, because its sender must not learn that it is one. */
  readonly request: { readonly receiverId: number; readonly bytes: Uint8Array } | null;
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

export const bytesFor = ({ bytes, request }: Change, userId: number): Uint8Array =>
  request?.receiverId === userId ? request.bytes : bytes;

export const sizeOf = ({ bytes, request }: Change): number =>
  bytes.byteLength + (request?.bytes.byteLength ?? 0);

type Framed = Pick<Change, 'frame' | 'bytes'>;
type Fields = Framed & Partial<Pick<Change, 'request' | 'sent' | 'deleted' | 'erased'>>;
type CardOf = (userId: number) => MemberCard | null;
type ChangeEventOf<T extends ChangeEvent['type']> = Extract<ChangeEvent, { type: T }>;

const framed = (frame: ChangeFrame | NotificationFrame): Framed => ({
  frame: frame.type,
  bytes: serialise(frame),
});

const nothing: Framed = { frame: 'notification', bytes: new Uint8Array() };

function read(event: ChangeEventOf<ReadEvent['type']>): Fields {
  const { readerId, upTo } = event.data;
  const peerId = event.type === 'ConversationRead' ? event.data.peerId : null;
  return framed({ type: 'messages_read', readerId, peerId, upTo, position: String(event.position) });
}

function contact({ type, data: { memberId }, position }: ChangeEventOf<ContactEvent['type']>): Fields {
  const isBlocked = type === 'MemberBlocked';
  return framed({ type: 'contact_changed', memberId, isBlocked, position: String(position) });
}
type Settings = Omit<Extract<ChangeFrame, { type: 'conversation_changed' }>, 'type' | 'peerId' | 'position'>;

const setting = (event: ChangeEventOf<ConversationSettingEvent['type']>, settings: Settings): Fields =>
  framed({
    ...{ type: 'conversation_changed', peerId: event.data.peerId, ...settings },
    position: String(event.position),
  });

type MessageFrame = Extract<ChangeFrame, { readonly message: unknown }>;

function delivery(
  type: MessageFrame['type'],
  sent: RecordedMessageSent,
  event: ChangeEvent,
  cardOf: CardOf,
): Fields {
  const { senderId, receiverId, messageId, isRequest } = sent.data;
  const position = String(event.position);
  const message = messageView(sent, cardOf(senderId));
  const requested = { type, message: { ...message, isRequest: true }, position };
  return {
    ...framed({ type, message, position }),
    ...(isRequest === true && receiverId !== null
      ? { request: { receiverId, bytes: serialise(requested) } }
      : {}),
    sent: messageId,
  };
}

const delivered = (event: DeliveringEvent): Fields => ({
  ...framed(notificationFrame(event)),
  sent: notificationIdOf(event),
});

const fields: {
  readonly [T in ChangeEvent['type']]: (event: ChangeEventOf<T>, cardOf: CardOf) => Fields;
} = {
  MessageSent: (event, cardOf) =>
    delivery(event.data.receiverId === null ? 'new_global_message' : 'new_message', event, event, cardOf),
  MessageRestored: (event, cardOf) => delivery('message_restored', restoredMessage(event), event, cardOf),
  MessageDeleted: ({ data: { messageId: id }, position }) => ({
    ...framed({ type: 'message_deleted', id, position: String(position) }),
    deleted: id,
  }),
  ConversationRead: read,
  GlobalChatRead: read,
  MemberBlocked: contact,
  MemberUnblocked: contact,
  ConversationMuted: (event) => setting(event, { mutedUntil: event.data.until ?? 'always' }),
  ConversationUnmuted: (event) => setting(event, { mutedUntil: null }),
  ConversationMarkedUnread: (event) => setting(event, { isMarkedUnread: true }),
  UnreadMarkRemoved: (event) => setting(event, { isMarkedUnread: false }),
  ConversationAccepted: (event) => setting(event, { isRequest: false }),
  RequestDeleted: (event) => setting(event, { deletedUpTo: event.data.deletedUpTo }),
  UserDeleted: ({ data: { userId }, position }) => ({
    ...framed({ type: 'member_deleted', userId, position: String(position) }),
    erased: userId,
  }),
  NotificationPublished: delivered,
  NotificationActivated: delivered,
  UserVerified: delivered,
  VerificationRejected: delivered,
  MemberWarned: delivered,
  WarningWithdrawn: delivered,
  ReportAnswered: delivered,
  // Not pushed, but keeps clients that reconnect from getting the hidden notification.
  NotificationDeactivated: ({ data }) => ({ ...nothing, deleted: data.notificationId }),
};

const fieldsOf = <T extends ChangeEvent['type']>(type: T, event: ChangeEventOf<T>, cardOf: CardOf): Fields =>
  fields[type](event, cardOf);

export const changeTypes = typesOf(fields);

export const isChangeEvent = (event: RecordedEvent<ProductEvents>): event is ChangeEvent =>
  Object.hasOwn(fields, event.type) && !isWithheld(event);

export function changeOf(event: ChangeEvent, cardOf: CardOf): Change {
  const { position, metadata } = event;
  const isHidden = event.type === 'NotificationDeactivated';
  return {
    ...{ position, time: metadata.time, request: null, sent: null, deleted: null, erased: null },
    audience: isHidden ? [] : audienceOf(event),
    people: isHidden ? [] : concernedBy(event),
    ...fieldsOf(event.type, event, cardOf),
  };
}
