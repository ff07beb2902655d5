import { inboxNotificationEvents } from '../events/notifications.ts';
import type { InboxEvent, InboxNotificationEvent, ProductEvent } from '../events/registry.ts';
import type { Fold } from './fold.ts';

/** How far a reader has read: in the global chat, and in the conversation with each other member. */
export interface InboxState {
  readonly global: bigint;
  readonly conversations: ReadonlyMap<number, bigint>;
}

function evolveMarks(state: InboxState, event: InboxEvent): InboxState {
  switch (event.type) {
    case 'GlobalChatRead':
      return { ...state, global: BigInt(event.data.upTo) };
    case 'ConversationRead': {
      const { peerId, upTo } = event.data;
      return { ...state, conversations: new Map(state.conversations).set(peerId, BigInt(upTo)) };
    }
    default:
      return event satisfies never;
  }
}

/** What a stream `inbox-{userId}` comes to, by what it tells of messages. */
export const inboxFold: Fold<InboxState, InboxEvent> = {
  initialState: { global: 0n, conversations: new Map() },
  evolve: evolveMarks,
  owns: <T extends ProductEvent>(event: T): event is T & InboxEvent =>
    event.type === 'ConversationRead' || event.type === 'GlobalChatRead',
};

/** What a member did with the notifications that were delivered to them. */
export interface NotificationInboxState {
  /** Everything that was delivered up to this position is read. */
  readonly readUpTo: bigint;
  /** Ids of those that were read one by one. */
  readonly read: ReadonlySet<string>;
  /** Ids of those that the member removed. */
  readonly dismissed: ReadonlySet<string>;
}

function evolveNotifications(
  state: NotificationInboxState,
  event: InboxNotificationEvent,
): NotificationInboxState {
  switch (event.type) {
    case 'NotificationRead':
      return { ...state, read: new Set(state.read).add(event.data.notificationId) };
    case 'AllNotificationsRead':
      return { ...state, readUpTo: BigInt(event.data.upTo) };
    case 'NotificationDismissed':
      return { ...state, dismissed: new Set(state.dismissed).add(event.data.notificationId) };
    default:
      return event satisfies never;
  }
}

/** What a stream `inbox-{userId}` comes to, by what it tells of notifications. */
export const notificationInboxFold: Fold<NotificationInboxState, InboxNotificationEvent> = {
  initialState: { readUpTo: 0n, read: new Set(), dismissed: new Set() },
  evolve: evolveNotifications,
  owns: <T extends ProductEvent>(event: T): event is T & InboxNotificationEvent =>
    Object.hasOwn(inboxNotificationEvents, event.type),
};
