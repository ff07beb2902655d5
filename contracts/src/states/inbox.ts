import { Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import { z } from 'zod';
import type { InboxEvent, InboxNotificationEvent } from '../events/registry.ts';
import { foldOf, type SnapshotFold } from './fold.ts';

/** Persistent collections, because a member may have thousands of conversations, and earlier states stay in use. */
export interface InboxState {
  readonly global: bigint;
  readonly conversations: ImmutableMap<number, bigint>;
  /** When each mark last moved, ISO 8601; null for the global chat. */
  readonly movedAt: ImmutableMap<number | null, string>;
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
  ...foldOf<InboxState, InboxEvent['type']>(
    { global: 0n, conversations: ImmutableMap(), movedAt: ImmutableMap() },
    {
      GlobalChatRead: (state, { data, metadata }) => ({
        ...state,
        movedAt: state.movedAt.set(null, metadata.time),
        global: BigInt(data.upTo),
      }),
      ConversationRead: (state, { data: { peerId, upTo }, metadata }) => ({
        ...state,
        movedAt: state.movedAt.set(peerId, metadata.time),
        conversations: state.conversations.set(peerId, BigInt(upTo)),
      }),
    },
  ),
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

const ids = z.codec(z.array(z.string()), z.custom<ImmutableSet<string>>(ImmutableSet.isSet), {
  decode: (list) => ImmutableSet(list),
  encode: (set) => [...set],
});

export const notificationInboxFold: SnapshotFold<NotificationInboxState, InboxNotificationEvent> = {
  ...foldOf<NotificationInboxState, InboxNotificationEvent['type']>(
    { readUpTo: 0n, read: ImmutableSet(), dismissed: ImmutableSet() },
    {
      NotificationRead: (state, { data }) => ({ ...state, read: state.read.add(data.notificationId) }),
      AllNotificationsRead: (state, { data }) => ({ ...state, readUpTo: BigInt(data.upTo) }),
      NotificationDismissed: (state, { data }) => ({
        ...state,
        dismissed: state.dismissed.add(data.notificationId),
      }),
    },
  ),
  snapshot: {
    name: 'notificationInbox/1',
    schema: z.object({ readUpTo: position, read: ids, dismissed: ids }),
  },
};
