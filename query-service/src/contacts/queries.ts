import type { BlockedMember } from '@pmcw/contracts';
import { sql } from 'kysely';
import type { PageRequest } from '../paging/pageRequest.ts';
import type { ReadModels } from '../storage/database.ts';
import { type Arguments, prepared } from '../storage/prepared.ts';

export interface BlockedPage {
  readonly blocked: BlockedMember[];
  readonly hasMore: boolean;
}

/** Larger than every position. */
const afterAll = '9223372036854775807';

interface Asked {
  readonly memberId: number;
  readonly before: string;
  readonly most: number;
}

const blockedBy = prepared((db, given: Arguments<Asked>) =>
  db
    .selectFrom('messages.contacts as k')
    .innerJoin('messages.members as m', 'm.member_id', 'k.peer_id')
    .select([
      'k.peer_id as memberId',
      'm.username',
      'm.full_name as fullName',
      'm.avatar_url as avatarUrl',
      'k.changed_at as since',
      'k.position',
    ])
    .where('k.member_id', '=', given.of('memberId'))
    .where('k.position', '<', sql<string>`${given.of('before')}::bigint`)
    // As the index has it.
    .where(sql<boolean>`k.is_blocked`)
    .orderBy('k.position', 'desc')
    .limit(given.of('most')),
);

/** The latest first. */
export async function findBlocked(
  db: ReadModels,
  memberId: number,
  { before = afterAll, limit }: PageRequest,
): Promise<BlockedPage> {
  const rows = await blockedBy(db, { memberId, before, most: limit + 1 });
  const blocked = rows.slice(0, limit).map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
  return { blocked, hasMore: rows.length > limit };
}
