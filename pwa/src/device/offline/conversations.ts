import type { MemberDatabase, StoredConversation, StoredMessage } from './database.ts';
import { type ConversationKey, firstOrder, lastOrder, laterOrder, type Order } from './keys.ts';

/** What is known of a conversation; of a new one, nothing. */
export async function conversationOf(db: MemberDatabase, key: ConversationKey): Promise<StoredConversation> {
  return (await db.conversations.get(key)) ?? unknownConversation(key);
}

/** A conversation of which nothing is known. */
export function unknownConversation(key: ConversationKey): StoredConversation {
  return {
    key,
    readUpTo: firstOrder,
    toldUpTo: firstOrder,
    peerReadUpTo: firstOrder,
    counted: { unread: 0, upTo: firstOrder },
    unreadCount: 0,
    lastMessage: null,
    history: null,
  };
}

/** Messages that arrived are counted up to here and no further; a screen shows such a count as "99+". */
export const arrivedCountMax = 100;

/** The conversation with its last message and unread count worked out anew. To be called inside a transaction. */
export async function deriveConversation(
  db: MemberDatabase,
  conversation: StoredConversation,
): Promise<StoredConversation> {
  const { key, readUpTo, counted } = conversation;
  const countHere = knowsAllAfter(conversation, readUpTo);
  const uncounted = countHere ? readUpTo : laterOrder(readUpTo, counted.upTo);
  const arrived = Math.min(await countOfOthers(db, key, uncounted), arrivedCountMax);
  return {
    ...conversation,
    unreadCount: arrived + (countHere || readUpTo >= counted.upTo ? 0 : counted.unread),
    lastMessage: (await lastMessage(db, key)) ?? null,
  };
}

/** Works out anew what follows from the messages of a conversation. To be called inside a transaction. */
export async function refreshConversation(db: MemberDatabase, key: ConversationKey): Promise<void> {
  await db.conversations.put(await deriveConversation(db, await conversationOf(db, key)));
}

/** Whether every message after an order is on this device, so that nothing about them needs to be asked. */
export function knowsAllAfter({ history }: StoredConversation, order: Order): boolean {
  return history !== null && history.from <= order;
}

/**
 * How many messages of others come after an order. Two counts of an index, however much the owner has written there since:
 * this is asked again for each message that is queued or sent.
 */
async function countOfOthers(db: MemberDatabase, key: ConversationKey, after: Order): Promise<number> {
  const { id } = db.owner;
  const all = db.messages.where('[conversation+order]').between([key, after], [key, lastOrder], false, true);
  const own = db.messages
    .where('[conversation+senderId+order]')
    .between([key, id, after], [key, id, lastOrder], false, true);
  return (await all.count()) - (await own.count());
}

/** The newest message of a conversation, one on its way included. */
export function lastMessage(db: MemberDatabase, key: ConversationKey): Promise<StoredMessage | undefined> {
  return db.messages.where('[conversation+order]').between([key, firstOrder], [key, lastOrder]).last();
}
