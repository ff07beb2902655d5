import { deriveConversation, unknownConversation } from './conversations.ts';
import type { MemberDatabase } from './database.ts';
import { isPending } from './keys.ts';

/**
 * Forgets everything from a server's log that was replaced (restored from a backup, or moved to another engine),
 * because its positions are meaningless now. Drafts and unsent messages stay.
 */
export function forgetLog(db: MemberDatabase): Promise<void> {
  const tables = [db.messages, db.deletions, db.conversations, db.sounds, db.sync];
  return db.transaction('rw', [...tables, db.members], async () => {
    const waiting = await db.messages.filter(({ order }) => isPending(order)).toArray();
    const withdrawn = await db.deletions.filter(({ isWithdrawn }) => isWithdrawn === true).toArray();
    for (const table of tables) await table.clear();
    await db.messages.bulkPut(waiting);
    await db.deletions.bulkPut(withdrawn);
    for (const key of new Set(waiting.map(({ conversation }) => conversation))) {
      await db.conversations.put(await deriveConversation(db, unknownConversation(key)));
    }
  });
}
