import { isMuted } from '@pmcw/contracts';
import type { Listing, MemberDatabase, StoredConversation, StoredMember, StoredMessage } from './database.ts';
import { type ConversationKey, firstOrder, lastOrder, laterOrder, type Order, peerOf } from './keys.ts';
import { isShownRequest, listingOf } from './listing.ts';
import { defaultSettings, shownSettings } from './settings.ts';

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
    settings: defaultSettings,
    wish: null,
    isRequest: null,
    deletedUpTo: firstOrder,
  };
}

/** Limit of counting arrived messages; screens show "99+". */
export const arrivedCountMax = 100;

/** A conversation's messages on this device. */
interface Here {
  readonly arrived: number;
  readonly lastMessage: StoredMessage | null;
}

/** Derives a conversation's row in the list. Call it inside a transaction. */
export async function deriveConversation(
  db: MemberDatabase,
  conversation: StoredConversation,
): Promise<StoredConversation> {
  const { key } = conversation;
  const [arrived, last = null] = await Promise.all([
    countOfOthers(db, key, uncountedAfter(conversation)),
    lastMessage(db, key),
  ]);
  const people = await peopleOf(db, { key, lastMessage: last });
  return derivedFrom(db.owner.id, conversation, { arrived, lastMessage: last }, people);
}

/** As `deriveConversation`, without reading the database, for a conversation with a member that was not in it. */
export function deriveNewConversation(
  ownerId: number,
  conversation: StoredConversation,
  messages: readonly StoredMessage[],
  member: StoredMember,
): StoredConversation {
  const after = uncountedAfter(conversation);
  const arrived = messages.filter(({ senderId, order }) => senderId !== ownerId && order > after).length;
  const last = messages.toSorted((a, b) => (a.order < b.order ? -1 : 1)).at(-1) ?? null;
  return derivedFrom(ownerId, conversation, { arrived, lastMessage: last }, { member, lastSender: null });
}

/** The server counted the messages before. */
function uncountedAfter(conversation: StoredConversation): Order {
  const { readUpTo, counted } = conversation;
  return knowsAllAfter(conversation, readUpTo) ? readUpTo : laterOrder(readUpTo, counted.upTo);
}

function derivedFrom(
  ownerId: number,
  { place: _place, request: _request, untold: _untold, ...conversation }: StoredConversation,
  { arrived, lastMessage }: Here,
  people: Pick<Listing, 'member' | 'lastSender'>,
): StoredConversation {
  const { readUpTo, counted } = conversation;
  const isCounted = !knowsAllAfter(conversation, readUpTo) && readUpTo < counted.upTo;
  const unread = Math.min(arrived, arrivedCountMax) + (isCounted ? counted.unread : 0);
  const isSilent = conversation.isBlocked === true || isShownRequest({ ...conversation, lastMessage });
  const derived = { ...conversation, unreadCount: isSilent ? 0 : unread, lastMessage };
  return { ...derived, ...listingOf(ownerId, derived, people) };
}

/** Shows a new unsent message in the list. Call it inside a transaction. */
export async function showLast(db: MemberDatabase, lastMessage: StoredMessage): Promise<void> {
  const {
    place: _place,
    request: _request,
    untold: _untold,
    ...known
  } = await conversationOf(db, lastMessage.conversation);
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
  const [ofAll, ofOwner] = await Promise.all([all.count(), own.count()]);
  return ofAll - ofOwner;
}

/**
 * Unread private messages, without muted conversations: exact below `arrivedCountMax`; counting more would read every
 * unread conversation.
 * @param now in milliseconds since 1970
 */
export async function countUnread(db: MemberDatabase, now: number): Promise<number> {
  const withGlobal = arrivedCountMax + 1;
  const unread = await db.conversations.where('unreadCount').above(0).limit(withGlobal).toArray();
  return unread
    .filter(({ key }) => key !== 'global')
    .filter((conversation) => !isMuted(shownSettings(conversation).mutedUntil, now))
    .reduce((sum, conversation) => sum + conversation.unreadCount, 0);
}

/** Including unsent ones. */
export function lastMessage(db: MemberDatabase, key: ConversationKey): Promise<StoredMessage | undefined> {
  return db.messages.where('[conversation+order]').between([key, firstOrder], [key, lastOrder]).last();
}
