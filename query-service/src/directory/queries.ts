import { type Directory, type DirectoryQuery, type FeaturedUser, limits } from '@pmcw/contracts';
import { findMembers } from '../members/search.ts';
import type { ReadModels } from '../storage/database.ts';
import { prepared } from '../storage/prepared.ts';

/** Spec §3 "User search/filter shape". Empty past the end, with correct totals. */
export function findDirectoryPage(db: ReadModels, asked: DirectoryQuery): Promise<Directory> {
  return findMembers(db, 'directory', asked, (page) =>
    db
      .selectFrom(page)
      .innerJoin('directory.members as m', 'm.member_id', 'page.member_id')
      .select([
        'm.member_id as id',
        'm.username',
        'm.full_name as fullName',
        'm.bio',
        'm.avatar_url as avatarUrl',
        'm.user_type as userType',
        'm.is_authorized as isAuthorized',
        'm.pmcw_tokens as pmcwTokens',
        'm.networks',
        'm.has_proof as hasProof',
        'page.total',
      ])
      .orderBy('page.place')
      .execute(),
  );
}

const latestVerified = prepared((db) =>
  db
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
    // A changed name or avatar waits for an administrator.
    .where('name_changed_at', 'is', null)
    .where('avatar_changed_at', 'is', null)
    .orderBy('verified_position', 'desc')
    .limit(limits.featuredUsers),
);

/** The latest verified members, newest first (spec §2 "Recently Verified"). */
export const findFeaturedUsers = (db: ReadModels): Promise<FeaturedUser[]> => latestVerified(db, {});
