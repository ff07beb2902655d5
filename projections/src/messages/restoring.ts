import { type EventOfType, restoredMessage } from '@pmcw/contracts/events';
import { insertRows, type Transaction } from '../storage/table.ts';
import { changes, type MessagesTable, messages } from '../tables.ts';
import { changesOfRestored } from './changes.ts';
import { messageRow } from './digest.ts';
import { countRestored } from './globalRuns.ts';

/** Puts a message that an administrator had removed back in its place. */
export async function restore(
  tx: Transaction,
  event: EventOfType<'MessageRestored'> & { readonly position: bigint },
): Promise<void> {
  const message = messageRow(restoredMessage(event));
  await insertRows(tx, messages, [message]);
  if (message.receiver_id === null) await countRestored(tx, message);
  else await addToConversations(tx, message);
  await insertRows(tx, changes, changesOfRestored(message, String(event.position)));
}

/** Whether it was a request is known without it. */
async function addToConversations(
  tx: Transaction,
  { sender_id, receiver_id, position }: MessagesTable,
): Promise<void> {
  await tx.query(
    `update conversations c set
       last_position = greatest(c.last_position, $3),
       unread_count = c.unread_count + (c.member_id = $2 and $3 > coalesce(
         (select up_to from read_marks where reader_id = c.member_id and peer_id = c.peer_id), 0))::integer
     where (c.member_id, c.peer_id) in (($1, $2), ($2, $1))`,
    [sender_id, receiver_id, position],
  );
}
