import { type Directory, type DirectoryQuery, type FeaturedUser, limits } from '@pmcw/contracts';
import { sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';
import { containing } from '../storage/like.ts';

/** The members that a query asks for, without order and paging. */
function matching(db: ReadModels, { query, isAuthorized, userType }: DirectoryQuery) {
  let members = db.selectFrom('directory.members').where('is_suspended', '=', false);
  if (query !== '') members = members.where('search', 'like', containing(query));
  if (isAuthorized !== undefined) members = members.where('is_authorized', '=', isAuthorized);
  if (userType !== undefined) members = members.where('user_type', '=', userType);
  return members;
}

const orders = {
  newest: sql`position desc`,
  oldest: sql`position`,
  username: sql`username_key`,
} as const;

/** A page of the directory (spec §3 "User search/filter shape"); past the end it is empty, with the right totals. */
export async function findDirectoryPage(db: ReadModels, query: DirectoryQuery): Promise<Directory> {
  const { page, limit, sort } = query;
  const [users, { total }] = await Promise.all([
    matching(db, query)
      .select([
        'member_id as id',
        'username',
        'full_name as fullName',
        'bio',
        'avatar_url as avatarUrl',
        'user_type as userType',
        'is_authorized as isAuthorized',
        'pmcw_tokens as pmcwTokens',
        'networks',
      ])
      .orderBy(orders[sort])
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    matching(db, query)
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    users,
    pagination: { page, limit, total: Number(total), totalPages: Math.ceil(Number(total) / limit) },
  };
}

/** The latest verified members, newest first (spec §2 "Recently Verified"). */
export function findFeaturedUsers(db: ReadModels): Promise<FeaturedUser[]> {
  return db
    .selectFrom('directory.members')
    .select([
      'member_id as id',
      'username',
      'full_name as fullName',
      'avatar_url as avatarUrl',
      'background_url as backgroundUrl',
    ])
    .where('is_authorized', '=', true)
    .where('is_suspended', '=', false)
    .orderBy('verified_position', 'desc')
    .limit(limits.featuredUsers)
    .execute();
}
