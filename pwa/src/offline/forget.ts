import { deriveConversation, unknownConversation } from './conversations.ts';
import type { MemberDatabase } from './database.ts';
import { isPending } from './keys.ts';

/**
 * Forgets what the server has told of messages, for its log is no longer the one that told it (it was restored from a
 * backup, or moved to another engine): positions, and so marks, order and the cursor, mean nothing any more. What the
 * owner has written and not yet sent stays, drafts and the outbox. Then the device is as at a first sign-in.
 */
export function forget(db: MemberDatabase): Promise<void> {
  const tables = [db.messages, db.deletions, db.conversations, db.sync];
  return db.transaction('rw', tables, async () => {
    const waiting = await db.messages.filter(({ order }) => isPending(order)).toArray();
    for (const table of tables) await table.clear();
    await db.messages.bulkPut(waiting);
    for (const key of new Set(waiting.map(({ conversation }) => conversation))) {
      await db.conversations.put(await deriveConversation(db, unknownConversation(key)));
    }
  });
}
