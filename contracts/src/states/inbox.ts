import { Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import { z } from 'zod';
import { inboxNotificationEvents } from '../events/notifications.ts';
import type { InboxEvent, InboxNotificationEvent, ProductEvent } from '../events/registry.ts';
import type { SnapshotFold, Timed } from './fold.ts';

/** Persistent collections, because a member may have thousands of conversations, and earlier states stay in use. */
export interface InboxState {
  readonly global: bigint;
  readonly conversations: ImmutableMap<number, bigint>;
  /** When each mark last moved, ISO 8601; null for the global chat. */
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

export interface NotificationInboxState {
  readonly readUpTo: bigint;
  readonly read: ImmutableSet<string>;
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
