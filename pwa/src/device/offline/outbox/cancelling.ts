import { v7 as uuidv7 } from 'uuid';
import { refreshConversation } from '../conversations.ts';
import type { MemberDatabase, OutboxRow } from '../database.ts';
import { isPeerDeleted, removeIfEmpty } from '../deletedMembers.ts';
import { withdrawalOf } from '../step.ts';
import { mayMove } from './states.ts';

/** Transactions that remove a message from the outbox; all or nothing, as in `queue.ts`. */

/**
 * Cancels an unsent message, which leaves the thread at once. If the server may have it, the row becomes a withdrawal,
 * whatever the result of the current attempt.
 * @returns whether there was such a message
 */
export function cancelMessage(db: MemberDatabase, id: string): Promise<boolean> {
  return db.transaction('rw', tablesOf(db), async () => {
    const row = await db.outbox.where('id').equals(id).first();
    if (row === undefined || row.task === 'withdraw' || !mayMove(row.delivery.state, 'cancelled'))
      return false;
    if (mayHaveArrived(row) && !(await isPeerDeleted(db, row.lane))) {
      // In its old place, so that the lane handles it after the current attempt.
      await db.outbox.put({ ...row, ...withdrawalOf(id, row.lane) });
      await db.deletions.put({ id, isWithdrawn: true });
    } else {
      await db.outbox.delete(row.seq);
    }
    await db.messages.delete(id);
    await db.recordings.delete(id);
    await db.sounds.delete(id);
    await refreshConversation(db, row.lane);
    await removeIfEmpty(db, row.lane);
    return true;
  });
}

export function cancelAllMessages(db: MemberDatabase): Promise<void> {
  return db.transaction('rw', tablesOf(db), async () => {
    for (const { id } of await db.outbox.toArray()) await cancelMessage(db, id);
  });
}

/** Puts a refused text back into the composer, before its current text. A recording can't be edited. */
export function editMessage(db: MemberDatabase, id: string): Promise<void> {
  return db.transaction('rw', tablesOf(db), async () => {
    const row = await db.outbox.where('id').equals(id).first();
    if (row?.delivery.state !== 'failed' || row.messageType === 'voice') return;
    const draft = await db.drafts.get(row.lane);
    const text = draft === undefined ? row.content : `${row.content}\n${draft.text}`;
    await db.drafts.put({ conversation: row.lane, id: uuidv7(), text });
    await cancelMessage(db, id);
  });
}

const tablesOf = (db: MemberDatabase) => [
  db.outbox,
  db.messages,
  db.conversations,
  db.deletions,
  db.recordings,
  db.sounds,
  db.drafts,
  db.draftAsides,
  db.members,
];

/** An attempt is under way, or ended without a clear answer. */
function mayHaveArrived({ delivery, attempts }: OutboxRow): boolean {
  return delivery.state === 'sending' || attempts > 0;
}
