import { refusalsInApp } from '@pmcw/contracts';
import type { Collection } from 'dexie';
import { deriveConversation, knowsAllAfter, unknownConversation } from './conversations.ts';
import type { MemberDatabase, StoredMember, StoredMessage } from './database.ts';
import { type ConversationKey, conversationKey, firstOrder, lastOrder, peerOf } from './keys.ts';
import { refuseMessage } from './outbox/claims.ts';
import { discardRecording } from './recordings.ts';
import { noteStaleList } from './step.ts';

interface ListState {
  readonly listIsStale: boolean;
}

/** Marks a member as deleted, among the ids of deleted messages, which are UUIDs. */
const deletionMark = (userId: number) => ({ id: `gone-${userId}` });

const nobody: Omit<StoredMember, 'id'> = { username: '', fullName: '', avatarUrl: null };

/** Runs `apply` in one transaction that knows which of these members are deleted. */
export function withoutDeletedMembers<Result>(
  db: MemberDatabase,
  people: readonly number[],
  apply: (isGone: (userId: number) => boolean) => Promise<Result>,
): Promise<Result> {
  return db.transaction('rw', db.tables, async () => {
    const others = new Set(people.filter((userId) => userId !== db.owner.id));
    const marks = [...others].map((userId) => deletionMark(userId).id);
    const found = marks.length === 0 ? [] : await db.deletions.bulkGet(marks);
    const deleted = new Set(found.flatMap((mark) => mark?.id ?? []));
    return apply((userId) => deleted.has(deletionMark(userId).id));
  });
}

/**
 * Removes a deleted member's conversation and their messages in the global chat. Unsent messages to them keep their
 * text, as refused, and a draft remains to be copied, in a nameless conversation. Call it inside a transaction.
 */
export async function removeDeletedMember(db: MemberDatabase, userId: number): Promise<ListState> {
  const key = conversationKey(userId);
  const lane = db.outbox.where('lane').equals(key);
  const unsent = await lane.filter(({ task }) => task === 'send').toArray();
  // The server deletes messages to withdraw together with the member.
  await lane.filter(({ task }) => task === 'withdraw').delete();
  for (const row of unsent) await refuseMessage(db, row, 'not_found', refusalsInApp.memberNotFound);
  const kept = new Set(unsent.map(({ id }) => id));
  await removeWithSound(
    db,
    messagesIn(db, key).filter(({ id }) => !kept.has(id)),
  );
  const removed = await removeWithSound(
    db,
    messagesIn(db, 'global').filter(({ senderId }) => senderId === userId),
  );
  await discardRecording(db, key);
  await db.blocks.delete(userId);
  await db.deletions.put(deletionMark(userId));
  await db.members.put({ id: userId, ...nobody });
  // Complete, because the server has no more of it.
  const conversation = { ...unknownConversation(key), history: { from: firstOrder, older: null } };
  await db.conversations.put(await deriveConversation(db, conversation));
  await removeIfEmpty(db, key);
  const global = await db.conversations.get('global');
  if (global === undefined) return { listIsStale: false };
  await db.conversations.put(await deriveConversation(db, global));
  // Only the server knows how many unread ones were theirs, and the new last message.
  const isCounted = global.counted.unread > 0 && !knowsAllAfter(global, global.readUpTo);
  const listIsStale = isCounted || (removed > 0 && !knowsAllAfter(global, firstOrder));
  if (listIsStale) await noteStaleList(db);
  return { listIsStale };
}

/** Whether the other member is deleted. */
export async function isPeerDeleted(db: MemberDatabase, key: ConversationKey): Promise<boolean> {
  const peer = peerOf(key);
  return peer !== null && (await db.deletions.get(deletionMark(peer).id)) !== undefined;
}

/**
 * Removes the conversation with a deleted member if nothing of the owner's is left in it. Call it inside a transaction.
 */
export async function removeIfEmpty(db: MemberDatabase, key: ConversationKey): Promise<void> {
  if (!(await isPeerDeleted(db, key))) return;
  const left =
    (await db.outbox.where('lane').equals(key).count()) +
    (await db.drafts.where({ conversation: key }).count()) +
    (await db.draftAsides.where({ conversation: key }).count());
  if (left > 0) return;
  await db.conversations.delete(key);
  await db.members.delete(peerOf(key) ?? 0);
}

/** Also deletes their stored sounds. Returns their number. */
async function removeWithSound(
  db: MemberDatabase,
  messages: Collection<StoredMessage, string>,
): Promise<number> {
  await db.sounds.bulkDelete(await messages.primaryKeys());
  return messages.delete();
}

const messagesIn = (db: MemberDatabase, key: ConversationKey) =>
  db.messages.where('[conversation+order]').between([key, firstOrder], [key, lastOrder], true, true);
