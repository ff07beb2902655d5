import { foldCase } from '@pmcw/contracts';
import { accountAfter, accountColumns, registeredAccount } from '../members/account.ts';
import type { UserRecord } from '../members/member.ts';
import { searchOf } from '../members/search.ts';
import { defineTable } from '../storage/table.ts';
import type { ModerationMembersTable } from '../tables.ts';

/** See `ModerationMembersTable`. */
export const members = defineTable<ModerationMembersTable>('members', ['member_id'], {
  ...accountColumns,
  username_key: 'text not null',
  wallet_count: 'integer not null',
  notes: 'text not null',
  search: 'text not null',
  position: 'bigint not null',
});

type Searched = Pick<ModerationMembersTable, 'username' | 'full_name' | 'email'>;

const foundBy = ({ username, full_name, email }: Searched) => searchOf(username, full_name, email);

/** A member as administrators see them after an event; null before registration. */
export function moderatedAfter(
  row: ModerationMembersTable | null,
  event: UserRecord,
): ModerationMembersTable | null {
  if (event.type === 'UserRegistered') {
    const account = registeredAccount(event);
    const found = { username_key: foldCase(account.username), search: foundBy(account) };
    return { ...account, ...found, wallet_count: 0, notes: '', position: String(event.position) };
  }
  if (row === null) return null;
  const next = accountAfter(row, event);
  switch (event.type) {
    case 'ProfileEdited':
      return { ...next, search: foundBy(next) };
    case 'WalletAdded':
      return { ...next, wallet_count: next.wallet_count + 1 };
    case 'WalletRemoved':
      return { ...next, wallet_count: next.wallet_count - 1 };
    case 'AdminNotesChanged':
      return { ...next, notes: event.data.notes };
    default:
      return next;
  }
}
