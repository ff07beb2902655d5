import type { Listing, MemberDatabase, StoredConversation, StoredMessage } from './database.ts';
import { type ConversationKey, firstOrder, lastOrder, laterOrder, type Order, peerOf } from './keys.ts';
import { listingOf } from './listing.ts';

export async function conversationOf(db: MemberDatabase, key: ConversationKey): Promise<StoredConversation> {
  return (await db.conversations.get(key)) ?? unknownConversation(key);
}

export function unknownConversation(key: ConversationKey): StoredConversation {
  return {
    key,
    readUpTo: firstOrder,
    toldUpTo: firstOrder,
    peerReadUpTo: firstOrder,
    counted: { unread: 0, upTo: firstOrder },
    unreadCount: 0,
    lastMessage: null,
    member: null,
    lastSender: null,
    history: null,
  };
}

/** Limit of counting arrived messages; screens show "99+". */
export const arrivedCountMax = 100;

/** Derives a conversation's row in the list. Call it inside a transaction. */
export async function deriveConversation(
  db: MemberDatabase,
  { place: _place, untold: _untold, ...conversation }: StoredConversation,
): Promise<StoredConversation> {
  const { key, readUpTo, counted } = conversation;
  const countHere = knowsAllAfter(conversation, readUpTo);
  const uncounted = countHere ? readUpTo : laterOrder(readUpTo, counted.upTo);
  const arrived = Math.min(await countOfOthers(db, key, uncounted), arrivedCountMax);
  const derived = {
    ...conversation,
    unreadCount: arrived + (countHere || readUpTo >= counted.upTo ? 0 : counted.unread),
    lastMessage: (await lastMessage(db, key)) ?? null,
  };
  return { ...derived, ...listingOf(db.owner.id, derived, await peopleOf(db, derived)) };
}

/** Shows a new unsent message in the list. Call it inside a transaction. */
export async function showLast(db: MemberDatabase, lastMessage: StoredMessage): Promise<void> {
  const { place: _place, untold: _untold, ...known } = await conversationOf(db, lastMessage.conversation);
  const conversation = { ...known, lastMessage };
  const people = await peopleOf(db, conversation);
  await db.conversations.put({ ...conversation, ...listingOf(db.owner.id, conversation, people) });
}

async function peopleOf(
  db: MemberDatabase,
  { key, lastMessage }: Pick<StoredConversation, 'key' | 'lastMessage'>,
): Promise<Pick<Listing, 'member' | 'lastSender'>> {
  const peerId = peerOf(key);
  const member = peerId === null ? null : ((await db.members.get(peerId)) ?? null);
  const hasSender = peerId === null && lastMessage !== null && lastMessage.senderId !== db.owner.id;
  const lastSender = hasSender ? ((await db.members.get(lastMessage.senderId)) ?? null) : null;
  return { member, lastSender };
}

/** Call it inside a transaction. */
export async function refreshConversation(db: MemberDatabase, key: ConversationKey): Promise<void> {
  await db.conversations.put(await deriveConversation(db, await conversationOf(db, key)));
}

/** Whether every message after an order is on this device, so the server need not be asked. */
export function knowsAllAfter({ history }: StoredConversation, order: Order): boolean {
  return history !== null && history.from <= order;
}

/** Counts messages of others by two index counts, because this runs for each message queued or sent. */
async function countOfOthers(db: MemberDatabase, key: ConversationKey, after: Order): Promise<number> {
  const { id } = db.owner;
  const all = db.messages.where('[conversation+order]').between([key, after], [key, lastOrder], false, true);
  const own = db.messages
    .where('[conversation+senderId+order]')
    .between([key, id, after], [key, id, lastOrder], false, true);
  return (await all.count()) - (await own.count());
}

/** Including unsent ones. */
export function lastMessage(db: MemberDatabase, key: ConversationKey): Promise<StoredMessage | undefined> {
  return db.messages.where('[conversation+order]').between([key, firstOrder], [key, lastOrder]).last();
}
