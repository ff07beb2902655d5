import type { AdminUser, SocialLink, Wallet } from '@pmcw/contracts';
import { socialColumns, toWallet, walletColumns } from '../profiles/queries.ts';
import type { ReadModels } from '../storage/database.ts';
import { toAdminUser, userColumns } from './queries.ts';

/** Members as administrators see them, by their ids. */
export async function adminUsersOf(
  db: ReadModels,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, AdminUser>> {
  const rows = await db
    .selectFrom('moderation.members as m')
    .select(userColumns)
    .where('m.member_id', 'in', memberIds)
    .execute();
  return new Map(rows.map((row) => [row.id, toAdminUser(row)]));
}

/** What administrators wrote down about members, by their ids. */
export async function notesOf(
  db: ReadModels,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('moderation.members')
    .select(['member_id', 'notes'])
    .where('member_id', 'in', memberIds)
    .execute();
  return new Map(rows.map(({ member_id, notes }) => [member_id, notes]));
}

/** Collects rows by the member whom they belong to, in their order. */
function byMember<Row extends { readonly memberId: number }, View>(
  rows: readonly Row[],
  toView: (row: Row) => View,
): ReadonlyMap<number, View[]> {
  const lists = new Map<number, View[]>();
  for (const row of rows) {
    const list = lists.get(row.memberId) ?? [];
    list.push(toView(row));
    lists.set(row.memberId, list);
  }
  return lists;
}

/** Wallets of members in the order they were added, by the members' ids. */
export async function walletsOfMembers(
  db: ReadModels,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, Wallet[]>> {
  const rows = await db
    .selectFrom('moderation.wallets')
    .select([...walletColumns, 'member_id as memberId'])
    .where('member_id', 'in', memberIds)
    .orderBy('wallet_id')
    .execute();
  return byMember(rows, ({ memberId: _, ...wallet }) => toWallet(wallet));
}

/** Social links of members in the order they were added, by the members' ids. */
export async function socialLinksOfMembers(
  db: ReadModels,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, SocialLink[]>> {
  const rows = await db
    .selectFrom('moderation.social_links')
    .select([...socialColumns, 'member_id as memberId'])
    .where('member_id', 'in', memberIds)
    .orderBy('social_id')
    .execute();
  return byMember(rows, ({ memberId: _, ...link }) => link);
}
