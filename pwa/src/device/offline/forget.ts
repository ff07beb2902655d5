import { forgetReports } from './blocks.ts';
import { deriveConversation, unknownConversation } from './conversations.ts';
import type { MemberDatabase, StoredMessage } from './database.ts';
import { isPending, type Order, orderOf } from './keys.ts';
import { sendAgain } from './outbox/queue.ts';

interface NewLog {
  readonly position: string;
  readonly incarnation: string;
  /** First position from which the log may lack what this device has; undefined if unknown. */
  readonly lostFrom?: string | undefined;
}

/**
 * Starts over in a log that was restored: everything is fetched again. The owner's messages that the log lost are sent
 * again, under their ids, so those that it still has are not doubled.
 */
export function enterLog(db: MemberDatabase, { position, incarnation, lostFrom }: NewLog): Promise<void> {
  return db.transaction('rw', db.tables, async () => {
    const lost = lostFrom === undefined ? [] : await ownSince(db, orderOf(lostFrom));
    const sounds = await db.sounds.bulkGet(lost.map(({ id }) => id));
    await forgetLog(db);
    // Agreed with a server that may have earlier drafts now.
    await db.draftBases.clear();
    for (const [i, message] of lost.entries()) await sendAgain(db, message, sounds[i]);
    await db.sync.put({ id: 'cursor', position, incarnation });
  });
}

/** Oldest first. */
function ownSince(db: MemberDatabase, first: Order): Promise<StoredMessage[]> {
  return db.messages
    .filter(({ senderId, order }) => senderId === db.owner.id && order >= first && !isPending(order))
    .sortBy('order');
}

/**
 * Forgets everything from a server's log that was replaced (restored from a backup, or moved to another engine),
 * because its positions are meaningless now. Drafts and unsent messages stay.
 */
export function forgetLog(db: MemberDatabase): Promise<void> {
  const tables = [db.messages, db.deletions, db.conversations, db.sounds, db.sync];
  return db.transaction('rw', db.tables, async () => {
    const waiting = await db.messages.filter(({ order }) => isPending(order)).toArray();
    const withdrawn = await db.deletions.filter(({ isWithdrawn }) => isWithdrawn === true).toArray();
    for (const table of tables) await table.clear();
    await db.messages.bulkPut(waiting);
    await db.deletions.bulkPut(withdrawn);
    for (const key of new Set(waiting.map(({ conversation }) => conversation))) {
      await db.conversations.put(await deriveConversation(db, unknownConversation(key)));
    }
    await forgetReports(db);
  });
}
