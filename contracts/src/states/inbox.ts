import { Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import { z } from 'zod';
import type { InboxEvent, InboxNotificationEvent } from '../events/registry.ts';
import type { MutedUntil } from '../messages/conversationSettings.ts';
import { foldOf, type SnapshotFold } from './fold.ts';

/** Persistent collections, because a member may have thousands of conversations, and earlier states stay in use. */
export interface InboxState {
  readonly global: bigint;
  readonly conversations: ImmutableMap<number, bigint>;
  /** When each mark last moved, ISO 8601; null for the global chat. */
  readonly movedAt: ImmutableMap<number | null, string>;
  readonly mutes: Mutes;
  readonly unreadMarks: ImmutableMap<number | null, Known<boolean>>;
  /** Peers whose messages were requests. */
  readonly accepted: ImmutableSet<number>;
  /** By peer, the position up to which a request was deleted. */
  readonly deleted: ImmutableMap<number, bigint>;
}

/** The last value of a setting, and how much of the log was known when the member chose it. */
export interface Known<Value> {
  readonly value: Value;
  readonly knownUpTo: bigint;
}

/** By peer; null for the global chat. */
export type Mutes = ImmutableMap<number | null, Known<MutedUntil | null>>;

const noMutes: Mutes = ImmutableMap();
const known = <Value>(value: Value, { knownUpTo }: { readonly knownUpTo: string }): Known<Value> => ({
  value,
  knownUpTo: BigInt(knownUpTo),
});

export const muteFold = foldOf<Mutes, 'ConversationMuted' | 'ConversationUnmuted'>(noMutes, {
  ConversationMuted: (mutes, { data }) => mutes.set(data.peerId, known(data.until ?? 'always', data)),
  ConversationUnmuted: (mutes, { data }) => mutes.set(data.peerId, known(null, data)),
});

const position = z.codec(z.string().regex(/^\d+$/), z.bigint(), {
  decode: (text) => BigInt(text),
  encode: (value) => String(value),
});

const marks = z.codec(
  z.array(z.tuple([z.number(), position])),
  z.custom<ImmutableMap<number, bigint>>(ImmutableMap.isMap),
  { decode: (entries) => ImmutableMap(entries), encode: (map) => [...map] },
);
const peer = z.number().nullable();
const mutes = z.codec(
  z.array(z.tuple([peer, z.object({ value: z.string().nullable(), knownUpTo: position })])),
  z.custom<Mutes>(ImmutableMap.isMap),
  { decode: (entries) => ImmutableMap(entries), encode: (map) => [...map] },
);
const unreadMarks = z.codec(
  z.array(z.tuple([peer, z.object({ value: z.boolean(), knownUpTo: position })])),
  z.custom<InboxState['unreadMarks']>(ImmutableMap.isMap),
  { decode: (entries) => ImmutableMap(entries), encode: (map) => [...map] },
);
const members = z.codec(z.array(z.number()), z.custom<ImmutableSet<number>>(ImmutableSet.isSet), {
  decode: (list) => ImmutableSet(list),
  encode: (set) => [...set],
});
const times = z.codec(
  z.array(z.tuple([peer, z.string()])),
  z.custom<ImmutableMap<number | null, string>>(ImmutableMap.isMap),
  { decode: (entries) => ImmutableMap(entries), encode: (map) => [...map] },
);

export const inboxFold: SnapshotFold<InboxState, InboxEvent> = {
  ...foldOf<InboxState, InboxEvent['type']>(
    {
      ...{ global: 0n, conversations: ImmutableMap(), movedAt: ImmutableMap() },
      ...{ mutes: noMutes, unreadMarks: ImmutableMap(), accepted: ImmutableSet(), deleted: ImmutableMap() },
    },
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
      ConversationMuted: (state, event) => ({ ...state, mutes: muteFold.evolve(state.mutes, event) }),
      ConversationUnmuted: (state, event) => ({ ...state, mutes: muteFold.evolve(state.mutes, event) }),
      ConversationMarkedUnread: (state, { data }) => ({
        ...state,
        unreadMarks: state.unreadMarks.set(data.peerId, known(true, data)),
      }),
      UnreadMarkRemoved: (state, { data }) => ({
        ...state,
        unreadMarks: state.unreadMarks.set(data.peerId, known(false, data)),
      }),
      ConversationAccepted: (state, { data }) => ({ ...state, accepted: state.accepted.add(data.peerId) }),
      RequestDeleted: (state, { data: { peerId, deletedUpTo } }) => ({
        ...state,
        deleted: state.deleted.set(peerId, BigInt(deletedUpTo)),
      }),
    },
  ),
  snapshot: {
    name: 'inbox/3',
    schema: z.object({
      global: position,
      conversations: marks,
      movedAt: times,
      mutes,
      unreadMarks,
      accepted: members,
      deleted: marks,
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
