import type { AdminStats, AdminUserDetails, AdminUsers, AdminUsersQuery } from '@pmcw/contracts';
import { maxMemberId } from '@pmcw/projections/tables';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { socialColumns, toWallet, walletColumns } from '../profiles/queries.ts';
import type { ReadModels } from '../storage/database.ts';
import { containing } from '../storage/like.ts';

/** Counts of members, from those that are kept: a few dozen rows, however many members. */
export async function findAdminStats(db: ReadModels): Promise<AdminStats> {
  const members = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(members) filter (where ${condition}), 0)::integer`;
  return db
    .selectFrom('moderation.member_counts')
    .select([
      members(sql<boolean>`true`).as('totalUsers'),
      members(sql<boolean>`is_authorized`).as('authorizedUsers'),
      members(sql<boolean>`not is_authorized and not is_suspended`).as('pendingUsers'),
      members(sql<boolean>`is_suspended`).as('suspendedUsers'),
    ])
    .executeTakeFirstOrThrow();
}

const userColumns = [
  'm.member_id as id',
  'm.username',
  'm.full_name as fullName',
  'm.email',
  'm.telegram_handle as telegramHandle',
  'm.bio',
  'm.user_type as userType',
  'm.avatar_url as avatarUrl',
  'm.background_url as backgroundUrl',
  'm.is_admin as isAdmin',
  'm.is_authorized as isAuthorized',
  'm.is_suspended as isSuspended',
  'm.pmcw_tokens as pmcwTokens',
  'm.created_at as createdAt',
  'm.wallet_count as walletCount',
] as const;

const orders = {
  newest: sql`m.position desc`,
  oldest: sql`m.position`,
  username: sql`m.username_key, m.member_id`,
} as const;

/** The members that a query asks for, without order and paging. */
function matching(db: ReadModels, { query, isAuthorized, isSuspended, userType }: AdminUsersQuery) {
  let members = db.selectFrom('moderation.members as m');
  if (query !== '') members = members.where('m.search', 'like', containing(query));
  if (isAuthorized !== undefined) members = members.where('m.is_authorized', '=', isAuthorized);
  if (isSuspended !== undefined) members = members.where('m.is_suspended', '=', isSuspended);
  if (userType !== undefined) members = members.where('m.user_type', '=', userType);
  return members;
}

/** How many they are; without a search nobody need count them, for that is kept. */
function countOf(db: ReadModels, asked: AdminUsersQuery) {
  if (asked.query !== '') {
    return matching(db, asked).select(sql<number>`count(*)::integer`.as('total'));
  }
  const { isAuthorized, isSuspended, userType } = asked;
  let counts = db
    .selectFrom('moderation.member_counts')
    .select(sql<number>`coalesce(sum(members), 0)::integer`.as('total'));
  if (isAuthorized !== undefined) counts = counts.where('is_authorized', '=', isAuthorized);
  if (isSuspended !== undefined) counts = counts.where('is_suspended', '=', isSuspended);
  if (userType !== undefined) counts = counts.where('user_type', '=', userType);
  return counts;
}

/** A page of the members with their number, in one statement; past the end it is empty, with the right totals. */
export async function findAdminUsers(db: ReadModels, asked: AdminUsersQuery): Promise<AdminUsers> {
  const { page, limit, sort } = asked;
  const users = matching(db, asked)
    .select(userColumns)
    .orderBy(orders[sort])
    .limit(limit)
    .offset((page - 1) * limit);
  const found = await db
    .selectNoFrom([jsonArrayFrom(users).as('users'), countOf(db, asked).$asScalar().as('total')])
    .executeTakeFirstOrThrow();
  const total = found.total ?? 0;
  return {
    users: found.users.map(toAdminUser),
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  };
}

/** Inside JSON a moment is text, in Postgres' own way of writing it. */
const toAdminUser = <Row extends { readonly createdAt: Date | string }>(row: Row) => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
});

/** Everything that administrators may see of a member; null when there is no such member. */
export async function findAdminUser(db: ReadModels, memberId: number): Promise<AdminUserDetails | null> {
  if (memberId > maxMemberId) return null;
  const row = await db
    .selectFrom('moderation.members as m')
    .select(userColumns)
    .select('m.notes')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('moderation.wallets as w')
          .select(walletColumns)
          .whereRef('w.member_id', '=', 'm.member_id')
          .orderBy('w.position'),
      ).as('wallets'),
      jsonArrayFrom(
        eb
          .selectFrom('moderation.social_links as l')
          .select(socialColumns)
          .whereRef('l.member_id', '=', 'm.member_id')
          .orderBy('l.position'),
      ).as('socials'),
    ])
    .where('m.member_id', '=', memberId)
    .executeTakeFirst();
  return row === undefined ? null : { ...toAdminUser(row), wallets: row.wallets.map(toWallet) };
}
