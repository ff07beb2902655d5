import { foldForSearch, hasWords, searchedText, searchWords } from '@pmcw/contracts';
import { blockedIds } from '../../../device/offline/blocks.ts';
import type { MemberDatabase, StoredMember, StoredMessage } from '../../../device/offline/database.ts';
import { type ConversationKey, conversationKey, peerOf } from '../../../device/offline/keys.ts';

export interface FoundConversation {
  readonly key: ConversationKey;
  /** Null for the global chat. */
  readonly member: StoredMember | null;
  /** False for members known only from the global chat. */
  readonly isBegun: boolean;
}

interface FoundMessage {
  readonly message: StoredMessage;
  /** Null in the global chat. */
  readonly member: StoredMember | null;
  readonly sender: StoredMember | null;
}

export type MessagePlace = Pick<StoredMessage, 'id' | 'order'>;

export interface DeviceResults {
  readonly conversations: readonly FoundConversation[];
  readonly messages: readonly FoundMessage[];
  readonly isDone: boolean;
}

/** To find older ones, the member adds a word. */
export const foundMax = 50;

/** Messages per read; the screen renders in between. */
const chunk = 500;

/**
 * Searches newest first. There is no word index: scanning ten thousand messages takes a fraction of a second
 * (offline/README.md), and every write would have to update it.
 * @param globalName the global chat's name in the chosen language
 * @param onFound called with each batch, and at the end
 */
export async function searchDevice(
  db: MemberDatabase,
  query: string,
  globalName: string,
  signal: AbortSignal,
  onFound: (found: DeviceResults) => void,
): Promise<void> {
  const words = searchWords(query);
  if (words === null) return;
  const blocked = await blockedIds(db);
  const found = await findConversations(db, words, globalName);
  const conversations = found.filter(({ member }) => !blocked.has(member?.id ?? 0));
  const messages: FoundMessage[] = [];
  // Ids are UUIDs that start with the time, so key order is sending order.
  const ids = (await db.messages.toCollection().primaryKeys()).reverse();
  for (let from = 0; from < ids.length && messages.length < foundMax; from += chunk) {
    if (signal.aborted) return;
    const [last, first] = [ids[from], ids[Math.min(from + chunk, ids.length) - 1]];
    const read = await db.messages.where(':id').between(first, last, true, true).toArray();
    const fitting = read
      .reverse()
      .filter(({ senderId, conversation }) => !blocked.has(peerOf(conversation) ?? senderId))
      .filter(({ content }) => hasWords(foldForSearch(content), words));
    if (fitting.length === 0) continue;
    messages.push(...(await withMembers(db, fitting.slice(0, foundMax - messages.length))));
    if (!signal.aborted) onFound({ conversations, messages: [...messages], isDone: false });
  }
  if (!signal.aborted) onFound({ conversations, messages, isDone: true });
}

/** Without messages and members that were deleted since. */
export async function stillStored(db: MemberDatabase, found: DeviceResults): Promise<DeviceResults> {
  const messageIds = found.messages.map(({ message }) => message.id);
  const memberIds = found.conversations.flatMap(({ member }) => member?.id ?? []);
  const [messages, members] = await Promise.all([
    db.messages.where('id').anyOf(messageIds).primaryKeys(),
    db.members.where('id').anyOf(memberIds).primaryKeys(),
  ]);
  return {
    ...found,
    conversations: found.conversations.filter(({ member }) => member === null || members.includes(member.id)),
    messages: found.messages.filter(({ message }) => messages.includes(message.id)),
  };
}

async function findConversations(
  db: MemberDatabase,
  words: readonly string[],
  globalName: string,
): Promise<readonly FoundConversation[]> {
  const begun = new Set(await db.conversations.toCollection().primaryKeys());
  const members = await db.members
    .filter(
      ({ id, fullName, username }) => id !== db.owner.id && hasWords(searchedText(username, fullName), words),
    )
    .toArray();
  const found = members.map((member) => {
    const key = conversationKey(member.id);
    return { key, member, isBegun: begun.has(key) };
  });
  const byName = (a: FoundConversation, b: FoundConversation) =>
    Number(b.isBegun) - Number(a.isBegun) ||
    (a.member?.fullName ?? '').localeCompare(b.member?.fullName ?? '');
  const global = { key: 'global', member: null, isBegun: true } as const;
  return [...(hasWords(foldForSearch(globalName), words) ? [global] : []), ...found.sort(byName)];
}

async function withMembers(db: MemberDatabase, messages: readonly StoredMessage[]): Promise<FoundMessage[]> {
  const ids = messages.flatMap(({ conversation, senderId }) => [peerOf(conversation) ?? senderId, senderId]);
  const known = await db.members.bulkGet([...new Set(ids)]);
  const members = new Map(known.flatMap((member) => (member === undefined ? [] : [[member.id, member]])));
  return messages.map((message) => {
    const peerId = peerOf(message.conversation);
    return {
      message,
      member: peerId === null ? null : (members.get(peerId) ?? null),
      sender: members.get(message.senderId) ?? null,
    };
  });
}
