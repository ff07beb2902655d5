import type { MemberDatabase, StoredConversation } from '../../../device/offline/database.ts';
import { isPeerDeleted } from '../../../device/offline/deletedMembers.ts';
import { type ConversationKey, isPending } from '../../../device/offline/keys.ts';
import { useStored } from '../../../device/offline/useStored.ts';

/** `member` is null for the global chat, and while the device does not know them. */
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
