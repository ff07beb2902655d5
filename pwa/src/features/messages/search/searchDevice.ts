import type { MemberDatabase, StoredMember, StoredMessage } from '../../../device/offline/database.ts';
import { type ConversationKey, conversationKey, peerOf } from '../../../device/offline/keys.ts';
import { hasAll, wordsOf } from './folded.ts';

/** A member, or the global chat, whose name fits. */
export interface FoundConversation {
  readonly key: ConversationKey;
  /** Null for the global chat. */
  readonly member: StoredMember | null;
  /** Whether there is a conversation yet; else the member was only met, in the global chat. */
  readonly isBegun: boolean;
}

/** A message whose text fits. */
export interface FoundMessage {
  readonly message: StoredMessage;
  /** The other member of its conversation; null in the global chat. */
  readonly member: StoredMember | null;
  /** Who wrote it. */
  readonly sender: StoredMember | null;
}

/** Where in its conversation a message stands. */
export type MessagePlace = Pick<StoredMessage, 'id' | 'order'>;

/** What was found so far. */
export interface Found {
  readonly conversations: readonly FoundConversation[];
  /** The newest first, `foundMax` at most. */
  readonly messages: readonly FoundMessage[];
  /** Whether everything was looked through. */
  readonly isDone: boolean;
}

/** Most messages that are shown; whoever looks for an older one adds a word. */
export const foundMax = 50;

/** Messages that are read at once: the screen gets a turn in between. */
const chunk = 500;

/**
 * Searches conversations, members and the text of messages on this device, newest first. There is no index of words: to
 * read ten thousand messages takes a browser a fraction of a second (offline/README.md), and an index would have to be
 * written with every one of them.
 * @param globalName what the global chat is called here
 * @param onFound called whenever there is more to show, and at the end
 */
export async function searchDevice(
  db: MemberDatabase,
  query: string,
  globalName: string,
  signal: AbortSignal,
  onFound: (found: Found) => void,
): Promise<void> {
  const words = wordsOf(query);
  if (words.length === 0) return;
  const conversations = await findConversations(db, words, globalName);
  const messages: FoundMessage[] = [];
  // Ids are UUIDs that begin with the time, so that the order of keys is that of sending.
  const ids = (await db.messages.toCollection().primaryKeys()).reverse();
  for (let from = 0; from < ids.length && messages.length < foundMax; from += chunk) {
    if (signal.aborted) return;
    const [last, first] = [ids[from], ids[Math.min(from + chunk, ids.length) - 1]];
    const read = await db.messages.where(':id').between(first, last, true, true).toArray();
    const fitting = read.reverse().filter(({ content }) => content !== '' && hasAll(content, words));
    if (fitting.length === 0) continue;
    messages.push(...(await withMembers(db, fitting.slice(0, foundMax - messages.length))));
    if (!signal.aborted) onFound({ conversations, messages: [...messages], isDone: false });
  }
  if (!signal.aborted) onFound({ conversations, messages, isDone: true });
}

async function findConversations(
  db: MemberDatabase,
  words: readonly string[],
  globalName: string,
): Promise<readonly FoundConversation[]> {
  const begun = new Set(await db.conversations.toCollection().primaryKeys());
  const members = await db.members
    .filter(({ id, fullName, username }) => id !== db.owner.id && hasAll(`${fullName} @${username}`, words))
    .toArray();
  const found = members.map((member) => {
    const key = conversationKey(member.id);
    return { key, member, isBegun: begun.has(key) };
  });
  const byName = (a: FoundConversation, b: FoundConversation) =>
    Number(b.isBegun) - Number(a.isBegun) ||
    (a.member?.fullName ?? '').localeCompare(b.member?.fullName ?? '');
  const global = { key: 'global', member: null, isBegun: true } as const;
  return [...(hasAll(globalName, words) ? [global] : []), ...found.sort(byName)];
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
