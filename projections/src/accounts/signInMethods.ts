import { type SignInMethod, signInMethodsFold } from '@pmcw/contracts/events';
import { deletedMembers, removeMembers, type UserRecord } from '../members/member.ts';
import { insertRows, type Transaction } from '../storage/table.ts';
import { type SignInMethodsTable, signInMethods } from '../tables.ts';

async function load(
  tx: Transaction,
  memberIds: readonly number[],
): Promise<Map<number, readonly SignInMethod[]>> {
  const found = new Map<number, readonly SignInMethod[]>(memberIds.map((id) => [id, []]));
  if (found.size === 0) return found;
  const { rows } = await tx.query<SignInMethodsTable>(
    `select ${signInMethods.columns.join(', ')} from sign_in_methods
      where member_id = any($1) order by added_at, method_id`,
    [memberIds],
  );
  for (const { member_id, method_id: id, kind, added_at } of rows) {
    found.set(member_id, [...(found.get(member_id) ?? []), { id, kind, addedAt: added_at.toISOString() }]);
  }
  return found;
}

/** At most three statements, and one more if members are deleted. */
export async function writeSignInMethods(tx: Transaction, events: readonly UserRecord[]): Promise<void> {
  const changing = events.filter((event) => signInMethodsFold.owns(event));
  const methods = await load(tx, [...new Set(changing.map(({ data }) => data.userId))]);
  for (const event of changing) {
    const { userId } = event.data;
    methods.set(userId, signInMethodsFold.evolve(methods.get(userId) ?? [], event));
  }
  await removeMembers(tx, signInMethods, [...methods.keys()]);
  const rows = [...methods].flatMap(([member_id, listed]) =>
    listed.map(({ id, kind, addedAt }) => ({ member_id, method_id: id, kind, added_at: new Date(addedAt) })),
  );
  await insertRows(tx, signInMethods, rows);
  await removeMembers(tx, signInMethods, deletedMembers(events));
}
