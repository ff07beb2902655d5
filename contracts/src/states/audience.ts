import type { ContactEvent, InboxEvent, MessageEvent, ProductEvent } from '../events/registry.ts';
import type { noticeTypes } from '../events/views.ts';

type Audible<T extends ProductEvent['type']> = Extract<ProductEvent, { type: T }>;

export type Notifying = Audible<
  'NotificationPublished' | 'NotificationActivated' | (typeof noticeTypes)[number]
>;
/** Events that members get live, and when they catch up. */
export type Announced = MessageEvent | InboxEvent | ContactEvent | Audible<'UserDeleted'> | Notifying;

/** Member ids; null for everyone. */
export type Audience = readonly number[] | null;

const both = (one: number, other: number): readonly number[] => (one === other ? [one] : [one, other]);

type Addressed = Pick<MessageEvent['data'], 'senderId' | 'receiverId'>;

export const audienceOfMessage = ({ senderId, receiverId }: Addressed): Audience =>
  receiverId === null ? null : both(senderId, receiverId);

/** Members who get a push: none for the global chat, nor for messages from strangers. */
export const audienceOfPush = (
  message: Addressed & { readonly isRequest?: boolean | undefined },
): readonly number[] =>
  message.isRequest === true
    ? []
    : (audienceOfMessage(message) ?? []).filter((id) => id !== message.senderId);

/**
 * The reader's devices, and the peer, whose messages turn read.
 * @param peerId null in the global chat, which concerns only the reader's own devices
 */
export const audienceOfRead = (readerId: number, peerId: number | null): readonly number[] =>
  peerId === null ? [readerId] : both(readerId, peerId);

/** The only place that decides who may see a change. */
export function audienceOf(event: Announced): Audience {
  switch (event.type) {
    case 'MessageSent':
    case 'MessageDeleted':
    case 'MessageRestored':
      return audienceOfMessage(event.data);
    case 'ConversationRead':
      return audienceOfRead(event.data.readerId, event.data.peerId);
    case 'GlobalChatRead':
      return audienceOfRead(event.data.readerId, null);
    case 'MemberBlocked':
    case 'MemberUnblocked':
      return [event.data.userId];
    case 'ConversationMuted':
    case 'ConversationUnmuted':
    case 'ConversationMarkedUnread':
    case 'UnreadMarkRemoved':
    case 'ConversationAccepted':
    case 'RequestDeleted':
      return [event.data.readerId];
    case 'UserVerified':
    case 'VerificationRejected':
    case 'MemberWarned':
    case 'WarningWithdrawn':
    case 'ReportAnswered':
      return [event.data.userId];
    case 'UserDeleted':
    case 'NotificationPublished':
    case 'NotificationActivated':
      return null;
    default:
      return event satisfies never;
  }
}

/** Sender, receiver or subject. Once one of them is erased, the event is no longer delivered. */
export function concernedBy(event: Announced): readonly number[] {
  if (event.type === 'MemberBlocked' || event.type === 'MemberUnblocked')
    return [event.data.userId, event.data.memberId];
  if ('peerId' in event.data) return audienceOfRead(event.data.readerId, event.data.peerId);
  return audienceOf(event) ?? ('senderId' in event.data ? [event.data.senderId] : []);
}
