import { foldCase } from '@pmcw/contracts';
import { typesOf } from '@pmcw/contracts/events';
import { accountAfter, registeredAccount } from '../members/account.ts';
import { type Patches, patched, type UserRecord } from '../members/member.ts';
import { searchedOf, searchOf } from '../members/search.ts';
import { notVerified, verifiedAfter } from '../members/verified.ts';
import type { ModerationMembersTable, SearchedTable } from '../tables.ts';

type ModeratedTexts = Pick<ModerationMembersTable, 'username' | 'full_name' | 'email'>;

const foundBy = ({ username, full_name, email }: ModeratedTexts) => searchOf(username, full_name, email);

export const searchedMember = (row: ModerationMembersTable | null): SearchedTable | null =>
  row && searchedOf(row, foundBy(row));

const moreWallets = (_: UserRecord, row: ModerationMembersTable) => ({ wallet_count: row.wallet_count + 1 });

const moderationPatches = {
  WalletAdded: moreWallets,
  WalletRestored: moreWallets,
  WalletRemoved: (_, row) => ({ wallet_count: row.wallet_count - 1 }),
  AdminNotesChanged: ({ data }) => ({ notes: data.notes }),
} satisfies Patches<ModerationMembersTable>;

export const moderationEventTypes = typesOf(moderationPatches);

function withChange(
  row: ModerationMembersTable,
  after: ModerationMembersTable,
  event: UserRecord,
): ModerationMembersTable {
  const changes = verifiedAfter(row, after, event);
  const { name_changed_at, avatar_changed_at } = changes;
  if (name_changed_at === null && avatar_changed_at === null)
    return { ...after, ...changes, changed_position: null };
  const isNew = name_changed_at !== row.name_changed_at || avatar_changed_at !== row.avatar_changed_at;
  return { ...after, ...changes, changed_position: isNew ? String(event.position) : row.changed_position };
}

export function moderatedAfter(
  row: ModerationMembersTable | null,
  event: UserRecord,
): ModerationMembersTable | null {
  if (event.type === 'UserRegistered') {
    const account = registeredAccount(event);
    return {
      ...account,
      ...notVerified,
      username_key: foldCase(account.username),
      wallet_count: 0,
      has_proof: false,
      notes: '',
      position: String(event.position),
      changed_position: null,
    };
  }
  if (row === null || event.type === 'UserDeleted') return null;
  return patched(moderationPatches, withChange(row, accountAfter(row, event), event), event);
}
