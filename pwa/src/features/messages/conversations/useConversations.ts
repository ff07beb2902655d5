import type { MemberDatabase, StoredConversation } from '../../../device/offline/database.ts';
import { type ConversationKey, isPending } from '../../../device/offline/keys.ts';
import { useStored } from '../../../device/offline/useStored.ts';

/** `member` is null for the global chat. */
export interface ConversationView
  extends Pick<StoredConversation, 'key' | 'member' | 'unreadCount' | 'lastMessage' | 'lastSender'> {
  /** Null when the server has the last message. */
  readonly unsent: 'waiting' | 'failed' | null;
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

/** Null if there is no such conversation; undefined until it is read. */
export function useConversation(
  db: MemberDatabase,
  key: ConversationKey | null,
): Pick<ConversationView, 'key' | 'member'> | null | undefined {
  return useStored(async () => {
    if (key === null || key === 'global') return key === null ? null : emptyGlobal;
    const stored = await db.conversations.get(key);
    return stored === undefined || stored.member === null ? null : stored;
  }, [db, key]);
}

function readConversations(db: MemberDatabase, most: number): Promise<ConversationList> {
  const { conversations, outbox } = db;
  return db.transaction('r', [conversations, outbox], async () => {
    const [global, listed, total, failed] = await Promise.all([
      conversations.get('global'),
      conversations.orderBy('place').limit(most).toArray(),
      conversations.orderBy('place').count(),
      outbox.where('delivery.state').equals('failed').toArray(),
    ]);
    const failedIds = new Set(failed.map(({ id }) => id));
    const viewOf = (conversation: StoredConversation): ConversationView => {
      const { key, member, unreadCount, lastMessage, lastSender } = conversation;
      const isUnsent = lastMessage !== null && isPending(lastMessage.order);
      const unsent = isUnsent ? (failedIds.has(lastMessage.id) ? 'failed' : 'waiting') : null;
      return { key, member, unreadCount, lastMessage, lastSender, unsent };
    };
    return {
      global: global === undefined ? emptyGlobal : viewOf(global),
      withMembers: listed.map(viewOf),
      total,
    };
  });
}

const emptyGlobal: ConversationView = {
  ...{ key: 'global', member: null, unreadCount: 0, lastMessage: null, lastSender: null, unsent: null },
};
