import { refusalsInApp } from '@pmcw/contracts';
import type { Collection } from 'dexie';
import { deriveConversation, knowsAllAfter, unknownConversation } from './conversations.ts';
import type { MemberDatabase, StoredMember, StoredMessage } from './database.ts';
import { type ConversationKey, conversationKey, firstOrder, lastOrder, peerOf } from './keys.ts';
import { refuse } from './outbox/queue.ts';

/** Whether the conversation list should be fetched again. */
interface ListState {
  readonly listIsStale: boolean;
}

/** What remembers that a member is gone: among the ids of deleted messages, which are UUIDs. */
const markOfGone = (userId: number) => ({ id: `gone-${userId}` });

/** What is left of how a member was called who is gone. */
const nobody: Omit<StoredMember, 'id'> = { username: '', fullName: '', avatarUrl: null };

/** Applies something in one transaction that knows which of the members whom it is about are gone. */
export function withoutGone(
  db: MemberDatabase,
  people: readonly number[],
  apply: (isGone: (userId: number) => boolean) => Promise<ListState>,
): Promise<ListState> {
  return db.transaction('rw', db.tables, async () => {
    const marks = [...new Set(people)].map((userId) => markOfGone(userId).id);
    const found = marks.length === 0 ? [] : await db.deletions.bulkGet(marks);
    const gone = new Set(found.flatMap((mark) => mark?.id ?? []));
    return apply((userId) => gone.has(markOfGone(userId).id));
  });
}

/**
 * A member is gone, and their conversation with all that is in it; and what they wrote in the global chat. What was for them and
 * is not sent stays with its text, as refused, in a conversation that has no name any more. To be called inside a transaction.
 */
export async function forgetMember(db: MemberDatabase, userId: number): Promise<ListState> {
  const key = conversationKey(userId);
  const lane = db.outbox.where('lane').equals(key);
  const unsent = await lane.filter(({ task }) => task === 'send').toArray();
  // The server deletes with them what was to be withdrawn.
  await lane.filter(({ task }) => task === 'withdraw').delete();
  for (const row of unsent) await refuse(db, row, 'not_found', refusalsInApp.memberNotFound);
  const kept = new Set(unsent.map(({ id }) => id));
  await removeWithSound(
    db,
    messagesIn(db, key).filter(({ id }) => !kept.has(id)),
  );
  const removed = await removeWithSound(
    db,
    messagesIn(db, 'global').filter(({ senderId }) => senderId === userId),
  );
  await db.recordings.delete(key);
  await Promise.all([db.drafts.delete(key), db.draftAsides.delete(key), db.draftBases.delete(key)]);
  await db.deletions.put(markOfGone(userId));
  await db.members.put({ id: userId, ...nobody });
  // Nothing is missing from it: the server has no more of it.
  const conversation = { ...unknownConversation(key), history: { from: firstOrder, older: null } };
  await db.conversations.put(await deriveConversation(db, conversation));
  await leaveIfEmpty(db, key);
  const global = await db.conversations.get('global');
  if (global === undefined) return { listIsStale: false };
  await db.conversations.put(await deriveConversation(db, global));
  // How many of the unread ones that are not here were theirs, and what the last one is now, the server knows.
  const isCounted = global.counted.unread > 0 && !knowsAllAfter(global, global.readUpTo);
  return { listIsStale: isCounted || (removed > 0 && !knowsAllAfter(global, firstOrder)) };
}

/** Whether the other member of a conversation is gone. To be called inside a transaction. */
export async function isWithNobody(db: MemberDatabase, key: ConversationKey): Promise<boolean> {
  const peer = peerOf(key);
  return peer !== null && (await db.deletions.get(markOfGone(peer).id)) !== undefined;
}

/** The conversation with a member who is gone goes when nothing of the owner's is left in it. To be called inside a transaction. */
export async function leaveIfEmpty(db: MemberDatabase, key: ConversationKey): Promise<void> {
  if (!(await isWithNobody(db, key))) return;
  const left =
    (await db.outbox.where('lane').equals(key).count()) +
    (await db.drafts.where({ conversation: key }).count());
  if (left > 0) return;
  await db.conversations.delete(key);
  await db.members.delete(peerOf(key) ?? 0);
}

/** Removes messages, and what is kept of their recordings. Returns how many there were. */
async function removeWithSound(
  db: MemberDatabase,
  messages: Collection<StoredMessage, string>,
): Promise<number> {
  await db.sounds.bulkDelete(await messages.primaryKeys());
  return messages.delete();
}

const messagesIn = (db: MemberDatabase, key: ConversationKey) =>
  db.messages.where('[conversation+order]').between([key, firstOrder], [key, lastOrder], true, true);
