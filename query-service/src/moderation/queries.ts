import type {
  AdminStats,
  AdminUser,
  AdminUserDetails,
  AdminUsers,
  AdminUsersQuery,
  ChangedMembersQuery,
  ChangedSinceVerification,
} from '@pmcw/contracts';
import { maxMemberId } from '@pmcw/projections/tables';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { findMembers } from '../members/search.ts';
import { cutPage } from '../paging/cutPage.ts';
import { socialColumns, toSocialLink, toWallet, walletColumns } from '../profiles/queries.ts';
import type { ReadModels } from '../storage/database.ts';

/** Sums a few dozen stored counts; every member has the empty gram. */
export async function findAdminStats(db: ReadModels): Promise<AdminStats> {
  const members = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`coalesce(sum(members) filter (where ${condition}), 0)::integer`;
  return db
    .selectFrom('moderation.search_counts')
    .where('gram', '=', '')
    .select([
      members(sql<boolean>`true`).as('totalUsers'),
      members(sql<boolean>`is_authorized`).as('authorizedUsers'),
      members(sql<boolean>`not is_authorized and not is_suspended`).as('pendingUsers'),
      members(sql<boolean>`is_suspended`).as('suspendedUsers'),
    ])
    .executeTakeFirstOrThrow();
}

export const userColumns = [
  'm.member_id as id',
  'm.username',
  'm.full_name as fullName',
  'm.email',
  'm.is_email_confirmed as isEmailConfirmed',
  'm.contact_policy as contactPolicy',
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
  'm.verified_name as verifiedName',
  'm.name_changed_at as nameChangedAt',
  'm.avatar_changed_at as avatarChangedAt',
] as const;

/** Empty past the end, with correct totals. */
export function findAdminUsers(db: ReadModels, asked: AdminUsersQuery): Promise<AdminUsers> {
  return findMembers(db, 'moderation', asked, async (page) => {
    const users = await db
      .selectFrom(page)
      .innerJoin('moderation.members as m', 'm.member_id', 'page.member_id')
      .select(userColumns)
      .select('page.total')
      .orderBy('page.place')
      .execute();
    return users.map(toAdminUser);
  });
}

export const toAdminUser = <Row extends ChangeColumns & { readonly createdAt: Date }>({
  verifiedName,
  nameChangedAt,
  avatarChangedAt,
  ...row
}: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  changedSinceVerification: changesOf({ verifiedName, nameChangedAt, avatarChangedAt }),
});

interface ChangeColumns {
  readonly verifiedName: string | null;
  readonly nameChangedAt: Date | null;
  readonly avatarChangedAt: Date | null;
}

function changesOf({
  verifiedName,
  nameChangedAt,
  avatarChangedAt,
}: ChangeColumns): ChangedSinceVerification | null {
  if (nameChangedAt === null && avatarChangedAt === null) return null;
  return {
    fullName: nameChangedAt && { before: verifiedName ?? '', changedAt: nameChangedAt.toISOString() },
    avatar: avatarChangedAt && { changedAt: avatarChangedAt.toISOString() },
  };
}

export interface ChangedMembersPage {
  readonly users: AdminUser[];
  readonly next: string | null;
}

/** Verified members with an unconfirmed change of name or avatar, oldest change first; without suspended members. */
export async function findChangedMembers(
  db: ReadModels,
  { before, limit }: ChangedMembersQuery,
): Promise<ChangedMembersPage> {
  let page = db
    .selectFrom('moderation.members as m')
    .select(userColumns)
    .select('m.changed_position as place')
    .where('m.changed_position', 'is not', null)
    .where('m.is_suspended', '=', false)
    .orderBy('m.changed_position')
    // One more shows whether others follow.
    .limit(limit + 1);
  if (before !== undefined) page = page.where('m.changed_position', '>', before);
  const rows = await page.execute();
  const { shown, last } = cutPage(rows, limit);
  return {
    users: shown.map(({ place: _, ...row }) => toAdminUser(row)),
    next: last?.place ?? null,
  };
}

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
          .orderBy('w.wallet_id'),
      ).as('wallets'),
      jsonArrayFrom(
        eb
          .selectFrom('moderation.social_links as l')
          .select(socialColumns)
          .whereRef('l.member_id', '=', 'm.member_id')
          .orderBy('l.social_id'),
      ).as('socials'),
    ])
    .where('m.member_id', '=', memberId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { ...toAdminUser(row), wallets: row.wallets.map(toWallet), socials: row.socials.map(toSocialLink) };
}
