import type { AdminUser, SocialLink, Wallet } from '@pmcw/contracts';
import { socialColumns, toSocialLink, toWallet, walletColumns } from '../profiles/queries.ts';
import type { ReadModels } from '../storage/database.ts';
import { toAdminUser, userColumns } from './queries.ts';

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

/** In order of addition. */
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

/** In order of addition. */
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
  return byMember(rows, ({ memberId: _, ...link }) => toSocialLink(link));
}
