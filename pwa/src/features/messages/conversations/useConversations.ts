import { excerpt } from '@pmcw/contracts';
import { useEffect, useState } from 'react';
import { isBlocked } from '../../../device/offline/blocks.ts';
import { unknownConversation } from '../../../device/offline/conversations.ts';
import type { MemberDatabase, StoredConversation } from '../../../device/offline/database.ts';
import { isPeerDeleted } from '../../../device/offline/deletedMembers.ts';
import { type ConversationKey, isConversationKey, isPending, peerOf } from '../../../device/offline/keys.ts';
import { isShownRequest } from '../../../device/offline/listing.ts';
import { type ChosenSettings, shownSettings } from '../../../device/offline/settings.ts';
import { readStored, useStored } from '../../../device/offline/useStored.ts';
import { watch } from '../../../device/offline/watch.ts';

/** In characters; more than a row has room for. */
const shownOfDraft = 120;

/** `member` is null for the global chat, and while the device does not know them. */
export interface ConversationView
  extends Pick<StoredConversation, 'key' | 'member' | 'unreadCount' | 'lastMessage' | 'lastSender'>,
    ChosenSettings {
  /** From a stranger, and not accepted. */
  readonly isRequest: boolean;
  /** Null when the server has the last message. */
  readonly unsent: 'waiting' | 'failed' | null;
  /** The start of an unsent text; null without one. */
  readonly draft: string | null;
}

/** Indexes of the lists. */
export type ListName = 'place' | 'request';

interface ConversationList {
  readonly list: ListName;
  readonly global: ConversationView;
  /** The newest ones. */
  readonly withMembers: readonly ConversationView[];
  /** Of all conversations with members. */
  readonly total: number;
  readonly requests: number;
}

/** Between two readings. */
const pauseMs = 50;

/**
 * The list, newest message first, with the global chat apart; undefined until it is read.
 * @param most conversations with members, except those with nothing but a draft
 */
export function useConversations(
  db: MemberDatabase,
  list: ListName,
  most: number,
): ConversationList | undefined {
  const [stored, setStored] = useState<ConversationList>();
  // A live query gives up a reading when something changes, so a burst of changes would keep the list off the screen.
  useEffect(
    () =>
      watch({
        ...{ db, tables: tablesOfList(db), pauseMs, onValue: setStored },
        read: () => readStored(() => readConversations(db, list, most)),
        onError: (error) => console.error('The conversations on this device could not be read', error),
      }),
    [db, list, most],
  );
  return stored;
}

const tablesOfList = ({
  conversations,
  outbox,
  drafts,
  draftAsides,
  recordings,
  members,
  blocks,
}: MemberDatabase) => [conversations, outbox, drafts, draftAsides, recordings, members, blocks];

export type OpenConversation = Pick<ConversationView, 'key' | 'member'>;

/**
 * Undefined until it is read. `missing`: the device does not have it, or lost it; `gone`: it was deleted together with
 * its member.
 */
export function useConversation(
  db: MemberDatabase,
  key: ConversationKey | null,
): OpenConversation | 'missing' | 'gone' | undefined {
  return useStored(async () => {
    if (key === 'global') return emptyGlobal;
    if (key === null) return 'missing';
    const stored = await db.conversations.get(key);
    if (stored?.place !== undefined || stored?.isBlocked === true || stored?.isRequest === true)
      return stored;
    if (await isPeerDeleted(db, key)) return 'gone';
    return (await begunIn(db)).includes(key) ? unlistedConversation(db, key) : 'missing';
  }, [db, key]);
}

/** Conversations with members whose composer has content on this device. */
async function begunIn(db: MemberDatabase): Promise<readonly ConversationKey[]> {
  const keys = await Promise.all(
    [db.drafts, db.draftAsides, db.recordings].map((table) =>
      table.where(':id').startsWith('member:').primaryKeys(),
    ),
  );
  return [...new Set(keys.flat().filter(isConversationKey))];
}

/** One whose draft outlived its row in the list: the browser removed that, or a logout kept only the draft. */
async function unlistedConversation(db: MemberDatabase, key: ConversationKey): Promise<StoredConversation> {
  return { ...unknownConversation(key), member: (await db.members.get(peerOf(key) ?? 0)) ?? null };
}

async function readUnlisted(db: MemberDatabase): Promise<readonly StoredConversation[]> {
  const begun = await begunIn(db);
  const stored = await db.conversations.bulkGet([...begun]);
  const unlisted = begun.filter((_, i) => {
    const row = stored[i];
    return row?.place === undefined && row?.request === undefined && row?.isBlocked !== true;
  });
  return Promise.all(unlisted.map((key) => unlistedConversation(db, key)));
}

function readConversations(db: MemberDatabase, list: ListName, most: number): Promise<ConversationList> {
  const { conversations, outbox, drafts } = db;
  return db.transaction('r', tablesOfList(db), async () => {
    const [global, unlisted, placed, total, requests, failed, drafted] = await Promise.all([
      conversations.get('global'),
      list === 'place' ? readUnlisted(db) : [],
      conversations.orderBy(list).limit(most).toArray(),
      conversations.orderBy(list).count(),
      conversations.orderBy('request').count(),
      outbox.where('delivery.state').equals('failed').toArray(),
      drafts.toCollection().primaryKeys(),
    ]);
    const listed = [...unlisted, ...placed];
    const failedIds = new Set(failed.map(({ id }) => id));
    const inList = new Set<ConversationKey>(['global', ...listed.map(({ key }) => key)]);
    const written = await drafts.bulkGet(drafted.filter((key) => inList.has(key)));
    const draftIn = new Map(
      written.flatMap((draft) => (draft === undefined ? [] : [[draft.conversation, draft.text]])),
    );
    const viewOf = (conversation: StoredConversation): ConversationView => {
      const { key, member, unreadCount, lastMessage, lastSender } = conversation;
      const isUnsent = lastMessage !== null && isPending(lastMessage.order);
      const unsent = isUnsent ? (failedIds.has(lastMessage.id) ? 'failed' : 'waiting') : null;
      const draft = excerpt(draftIn.get(key) ?? '', shownOfDraft) || null;
      const isRequest = isShownRequest(conversation);
      const settings = shownSettings(conversation);
      return { key, member, unreadCount, lastMessage, lastSender, unsent, draft, isRequest, ...settings };
    };
    const globalView = viewOf(global ?? unknownConversation('global'));
    const isLastHidden = await isBlocked(db, globalView.lastMessage?.senderId ?? 0);
    return {
      list,
      global: isLastHidden ? { ...globalView, lastMessage: null } : globalView,
      withMembers: listed.map(viewOf),
      total: unlisted.length + total,
      requests,
    };
  });
}

const emptyGlobal: ConversationView = {
  ...{
    key: 'global',
    member: null,
    unreadCount: 0,
    lastMessage: null,
    lastSender: null,
    unsent: null,
    draft: null,
    isRequest: false,
    ...shownSettings(unknownConversation('global')),
  },
};
