import { concernedBy } from '@pmcw/contracts/audience';
import { inboxFold, messageFold } from '@pmcw/contracts/events';
import type { ProductRecord } from '../runner/model.ts';
import { insertRows, type Transaction } from '../storage/table.ts';
import { changes, erasedMembers, everyone } from '../tables.ts';
import { changeOfErasure } from './changes.ts';

type Deleted = Extract<ProductRecord, { type: 'UserDeleted' }>;

const isContact = (event: ProductRecord) =>
  event.type === 'MemberBlocked' || event.type === 'MemberUnblocked';

const peopleOf = (event: ProductRecord): readonly number[] =>
  messageFold.owns(event) || inboxFold.owns(event) || isContact(event) ? concernedBy(event) : [];

export async function withoutErased(
  tx: Transaction,
  events: readonly ProductRecord[],
): Promise<readonly ProductRecord[]> {
  const people = [...new Set(events.flatMap(peopleOf))];
  if (people.length === 0) return events;
  const { rows } = await tx.query<{ member_id: number }>(
    'select member_id from erased_members where member_id = any($1)',
    [people],
  );
  if (rows.length === 0) return events;
  const erased = new Set(rows.map(({ member_id }) => member_id));
  return events.filter((event) => !peopleOf(event).some((id) => erased.has(id)));
}

const withChanges = (removal: string): string => `
  with gone as (${removal} returning position, coalesce(nullif(receiver_id, $1), sender_id) as other_id)
  delete from changes t using gone
  where t.audience_id = gone.other_id and t.position = gone.position`;

/** Keys as values, so that the planner always uses the index. */
async function eraseThreads(tx: Transaction, memberId: number): Promise<void> {
  const { rows } = await tx.query<{ peer_id: number }>(
    'select peer_id from conversations where member_id = $1',
    [memberId],
  );
  const peers = rows.map(({ peer_id }) => peer_id);
  await tx.query(withChanges('delete from messages where low_id = $1 and high_id = any($2)'), [
    memberId,
    peers,
  ]);
  await tx.query(withChanges('delete from messages where high_id = $1 and low_id = any($2)'), [
    memberId,
    peers,
  ]);
}

/** Ordered: some find their rows by those that later ones delete. */
const removals: readonly string[] = [
  `with gone as (delete from messages where receiver_id is null and sender_id = $1 returning position)
   delete from changes t using gone where t.audience_id = ${everyone} and t.position = gone.position`,
  `update global_runs r set live = r.live - s.live from global_run_senders s
   where s.sender_id = $1 and r.from_position = s.from_position`,
  'delete from global_run_senders where sender_id = $1',
  // Read marks in their conversations.
  `delete from changes t using read_marks r
   where r.reader_id = $1 and r.peer_id <> ${everyone} and t.audience_id = r.peer_id and t.position = r.position`,
  `delete from changes t using read_marks r
   where r.peer_id = $1 and r.peer_id <> ${everyone} and t.audience_id = r.reader_id
     and t.position in (r.position, r.muted_at, r.marked_at)`,
  'delete from read_marks where reader_id = $1',
  `delete from read_marks where peer_id = $1 and peer_id <> ${everyone}`,
  `delete from conversations c using conversations own
   where own.member_id = $1 and c.member_id = own.peer_id and c.peer_id = $1`,
  `delete from changes t using contacts k
   where k.peer_id = $1 and t.audience_id = k.member_id and t.position = k.position`,
  'delete from contacts where member_id = $1',
  'delete from contacts where peer_id = $1',
  'delete from conversations where member_id = $1',
  'delete from changes where audience_id = $1',
];

/**
 * Deletes a member's messages, and announces it to everyone in one row. The cost grows only with the number of their
 * messages.
 */
export async function erase(tx: Transaction, { data, position }: Deleted): Promise<void> {
  await eraseThreads(tx, data.userId);
  for (const removal of removals) await tx.query(removal, [data.userId]);
  await insertRows(tx, erasedMembers, [{ member_id: data.userId }]);
  await insertRows(tx, changes, [changeOfErasure(data.userId, String(position))]);
}
