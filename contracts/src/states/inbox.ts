import { Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import { z } from 'zod';
import { inboxNotificationEvents } from '../events/notifications.ts';
import type { InboxEvent, InboxNotificationEvent, ProductEvent } from '../events/registry.ts';
import type { SnapshotFold, Timed } from './fold.ts';

/**
 * How far a reader has read: in the global chat, and in the conversation with each other member. Persistent collections,
 * because a member may have thousands of conversations, and each event is folded into a state that others still hold.
 */
export interface InboxState {
  readonly global: bigint;
  readonly conversations: ImmutableMap<number, bigint>;
  /** When each mark was moved last, ISO 8601; that of the global chat is under null. */
  readonly movedAt: ImmutableMap<number | null, string>;
}

function evolveMarks(state: InboxState, event: Timed<InboxEvent>): InboxState {
  const peerId = event.type === 'ConversationRead' ? event.data.peerId : null;
  const movedAt = state.movedAt.set(peerId, event.metadata.time);
  switch (event.type) {
    case 'GlobalChatRead':
      return { ...state, movedAt, global: BigInt(event.data.upTo) };
    case 'ConversationRead': {
      const { peerId, upTo } = event.data;
      return { ...state, movedAt, conversations: state.conversations.set(peerId, BigInt(upTo)) };
    }
    default:
      return event satisfies never;
  }
}

const position = z.codec(z.string().regex(/^\d+$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => String(value),
});

const marks = z.codec(
  z.array(z.tuple([z.number(), position])),
  z.custom<ImmutableMap<number, bigint>>(ImmutableMap.isMap),
  { decode: (entries) => ImmutableMap(entries), encode: (map) => [...map] },
);
const times = z.codec(
  z.array(z.tuple([z.number().nullable(), z.string()])),
  z.custom<ImmutableMap<number | null, string>>(ImmutableMap.isMap),
  { decode: (entries) => ImmutableMap(entries), encode: (map) => [...map] },
);

/** What a stream `inbox-{userId}` comes to, by what it tells of messages. */
export const inboxFold: SnapshotFold<InboxState, InboxEvent> = {
  initialState: { global: 0n, conversations: ImmutableMap(), movedAt: ImmutableMap() },
  evolve: evolveMarks,
  owns: <T extends ProductEvent>(event: T): event is T & InboxEvent =>
    event.type === 'ConversationRead' || event.type === 'GlobalChatRead',
  snapshot: {
    name: 'inbox/1',
    schema: z.object({
      global: position,
      conversations: marks,
      movedAt: times,
    }),
  },
};

/** What a member did with the notifications that were delivered to them. */
export interface NotificationInboxState {
  /** Everything that was delivered up to this position is read. */
  readonly readUpTo: bigint;
  /** Ids of those that were read one by one. */
  readonly read: ImmutableSet<string>;
  /** Ids of those that the member removed. */
  readonly dismissed: ImmutableSet<string>;
}

function evolveNotifications(
  state: NotificationInboxState,
  event: InboxNotificationEvent,
): NotificationInboxState {
  switch (event.type) {
    case 'NotificationRead':
      return { ...state, read: state.read.add(event.data.notificationId) };
    case 'AllNotificationsRead':
      return { ...state, readUpTo: BigInt(event.data.upTo) };
    case 'NotificationDismissed':
      return { ...state, dismissed: state.dismissed.add(event.data.notificationId) };
    default:
      return event satisfies never;
  }
}

const ids = z.codec(z.array(z.string()), z.custom<ImmutableSet<string>>(ImmutableSet.isSet), {
  decode: (list) => ImmutableSet(list),
  encode: (set) => [...set],
});

/** What a stream `inbox-{userId}` comes to, by what it tells of notifications. */
export const notificationInboxFold: SnapshotFold<NotificationInboxState, InboxNotificationEvent> = {
  initialState: { readUpTo: 0n, read: ImmutableSet(), dismissed: ImmutableSet() },
  evolve: evolveNotifications,
  owns: <T extends ProductEvent>(event: T): event is T & InboxNotificationEvent =>
    Object.hasOwn(inboxNotificationEvents, event.type),
  snapshot: {
    name: 'notificationInbox/1',
    schema: z.object({ readUpTo: position, read: ids, dismissed: ids }),
  },
};
