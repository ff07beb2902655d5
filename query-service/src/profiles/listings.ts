import { type AddressListings, limits, spellingsOf } from '@pmcw/contracts';
import { sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';
import { type Arguments, prepared } from '../storage/prepared.ts';
import { isVisible, type Viewer, visitor } from './queries.ts';

const read = limits.addressListingsMax + 1;

/** Each spelling is read in the order of the index, so that the number of members who list it does not matter. */
const listingsBySpellings = prepared(
  (db, given: Arguments<{ readonly spellings: readonly string[]; readonly viewer: number }>) =>
    db
      .selectFrom(
        sql<{ spelling: string }>`unnest(${given.of('spellings')}::text[])`.as<'asked'>(sql`asked(spelling)`),
      )
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('profiles.wallets as w')
            .innerJoin('profiles.profiles as p', 'p.member_id', 'w.member_id')
            .select(['p.username', 'p.full_name as fullName', 'p.avatar_url as avatarUrl'])
            .select(['p.is_authorized as isAuthorized', 'w.network'])
            .select(['w.added_at as addedAt', 'w.proved_at as provedAt'])
            .whereRef('w.address', '=', 'asked.spelling')
            .where((where) => isVisible(where, given.of('viewer')))
            .orderBy('w.proved_at')
            .orderBy('w.added_at')
            .limit(read)
            .as('listed'),
        (join) => join.onTrue(),
      )
      .selectAll('listed')
      .orderBy('provedAt')
      .orderBy('addedAt')
      .limit(read),
);

/** The members who list an address, as far as the viewer may see them. */
export async function findListings(
  db: ReadModels,
  address: string,
  viewer: Viewer,
): Promise<AddressListings> {
  const asked = { spellings: spellingsOf(address), viewer: viewer ?? visitor };
  const rows = await listingsBySpellings(db, asked);
  const listings = rows.slice(0, limits.addressListingsMax).map(({ addedAt, provedAt, ...listing }) => ({
    ...listing,
    addedAt: addedAt.toISOString(),
    provedAt: provedAt?.toISOString() ?? null,
  }));
  return { listings, hasMore: rows.length > limits.addressListingsMax };
}
