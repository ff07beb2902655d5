import { excerpt } from '@pmcw/contracts';
import { unknownConversation } from '../../../device/offline/conversations.ts';
import type { MemberDatabase, StoredConversation } from '../../../device/offline/database.ts';
import { isPeerDeleted } from '../../../device/offline/deletedMembers.ts';
import { type ConversationKey, isPending } from '../../../device/offline/keys.ts';
import { useStored } from '../../../device/offline/useStored.ts';

/** In characters; more than a row has room for. */
const shownOfDraft = 120;

/** `member` is null for the global chat, and while the device does not know them. */
export interface ConversationView
  extends Pick<StoredConversation, 'key' | 'member' | 'unreadCount' | 'lastMessage' | 'lastSender'> {
  /** Null when the server has the last message. */
  readonly unsent: 'waiting' | 'failed' | null;
  /** The start of an unsent text; null without one. */
  readonly draft: string | null;
}

interface ConversationList {
  readonly global: ConversationView;
  /** The newest ones. */
  readonly withMembers: readonly ConversationView[];
  /** Of all conversations with members. */
  readonly total: number;
}

/**
 * The list, newest message first, with the global chat apart; undefined until it is read.
 * @param most conversations with members
 */
export function useConversations(db: MemberDatabase, most: number): ConversationList | undefined {
  return useStored(() => readConversations(db, most), [db, most]);
}

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
    const stored = key === null ? undefined : await db.conversations.get(key);
    if (stored?.place !== undefined) return stored;
    return key !== null && (await isPeerDeleted(db, key)) ? 'gone' : 'missing';
  }, [db, key]);
}

function readConversations(db: MemberDatabase, most: number): Promise<ConversationList> {
  const { conversations, outbox, drafts } = db;
  return db.transaction('r', [conversations, outbox, drafts], async () => {
    const [global, listed, total, failed, drafted] = await Promise.all([
      conversations.get('global'),
      conversations.orderBy('place').limit(most).toArray(),
      conversations.orderBy('place').count(),
      outbox.where('delivery.state').equals('failed').toArray(),
      drafts.toCollection().primaryKeys(),
    ]);
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
      return { key, member, unreadCount, lastMessage, lastSender, unsent, draft };
    };
    return {
      global: viewOf(global ?? unknownConversation('global')),
      withMembers: listed.map(viewOf),
      total,
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
  },
};
