import type { VerificationRequest, VerificationRequestsQuery } from '@pmcw/contracts';
import { sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';

/** A page of requests and the `before` of the next one, null at the end. */
export interface RequestsPage {
  readonly requests: VerificationRequest[];
  readonly next: string | null;
}

/** Requests of a status: open ones oldest first, for they have waited longest; closed ones as closed, newest first. */
export async function findVerificationRequests(
  db: ReadModels,
  { status, before, limit }: VerificationRequestsQuery,
): Promise<RequestsPage> {
  const isOpen = status === 'open';
  const place = isOpen ? sql<string>`r.position` : sql<string>`r.closed_position`;
  let page = db
    .selectFrom('moderation.verification_requests as r')
    .innerJoin('moderation.members as m', 'm.member_id', 'r.member_id')
    .select([
      'r.request_id as id',
      'r.member_id as userId',
      'm.username',
      'm.full_name as fullName',
      'm.avatar_url as avatarUrl',
      'r.message',
      'r.status',
      'r.reason',
      'r.created_at as createdAt',
      'r.closed_at as closedAt',
      place.as('place'),
    ])
    // Written out, for the indexes are partial: Postgres must see which of them holds what is asked for.
    .where(isOpen ? sql<boolean>`r.status = 'open'` : sql<boolean>`r.status <> 'open'`)
    .where('r.status', '=', status)
    .orderBy(place, isOpen ? 'asc' : 'desc')
    // One more than asked for tells whether others follow.
    .limit(limit + 1);
  if (before !== undefined) page = page.where(place, isOpen ? '>' : '<', before);
  const rows = await page.execute();
  const shown = rows.slice(0, limit);
  return {
    requests: shown.map(({ username, fullName, avatarUrl, createdAt, closedAt, place: _, ...request }) => ({
      ...request,
      user: { username, fullName, avatarUrl },
      createdAt: createdAt.toISOString(),
      closedAt: closedAt?.toISOString() ?? null,
    })),
    next: rows.length > limit ? (shown.at(-1)?.place ?? null) : null,
  };
}
