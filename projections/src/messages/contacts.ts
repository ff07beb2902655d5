import {
  arraysOf,
  deleteRows,
  givenRows,
  insertRows,
  loadRows,
  type Transaction,
  upsertRows,
} from '../storage/table.ts';
import { type ContactsTable, changes, contacts } from '../tables.ts';
import { changeOfContact } from './changes.ts';
import type { Digest } from './digest.ts';

const keyOf = ({ member_id, peer_id }: ContactsTable) => `${member_id} ${peer_id}`;

/** Hides or shows conversations; rows that a later run adds look it up themselves. */
async function markConversations(tx: Transaction, latest: readonly ContactsTable[]): Promise<void> {
  const columns = ['member_id', 'peer_id', 'is_blocked'] as const;
  await tx.query(
    `update conversations c set is_blocked = given.is_blocked from ${givenRows(contacts, columns)}
     where c.member_id = given.member_id and c.peer_id = given.peer_id and c.is_blocked <> given.is_blocked`,
    arraysOf(latest, columns),
  );
}

/** Must run before rows of conversations are added. An earlier change of the same members is obsolete. */
export async function writeContacts(tx: Transaction, digest: Digest): Promise<void> {
  if (digest.contacts.length === 0) return;
  const latest = [...new Map(digest.contacts.map((contact) => [keyOf(contact), contact])).values()];
  const before = await loadRows(tx, contacts, latest);
  await upsertRows(tx, contacts, latest);
  await markConversations(tx, latest);
  await deleteRows(tx, changes, before.map(changeOfContact));
  await insertRows(tx, changes, latest.map(changeOfContact));
}
