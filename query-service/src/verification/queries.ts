import type { VerificationRequest, VerificationRequestsQuery } from '@pmcw/contracts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { cutPage } from '../paging/cutPage.ts';
import type { ReadModels } from '../storage/database.ts';

export interface RequestsPage {
  readonly requests: VerificationRequest[];
  readonly next: string | null;
}

function requestRows(db: ReadModels) {
  return db
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
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('moderation.wallets as w')
          .select(['w.wallet_id as id', 'w.network', 'w.address', 'w.proved_at as provedAt'])
          .whereRef('w.member_id', '=', 'r.member_id')
          .orderBy('w.wallet_id'),
      ).as('wallets'),
    );
}

type RequestRow = Awaited<ReturnType<ReturnType<typeof requestRows>['executeTakeFirstOrThrow']>>;

const toRequest = (row: RequestRow): VerificationRequest => ({
  id: row.id,
  userId: row.userId,
  user: { username: row.username, fullName: row.fullName, avatarUrl: row.avatarUrl },
  message: row.message,
  status: row.status,
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
  closedAt: row.closedAt?.toISOString() ?? null,
  wallets: row.wallets.map(({ provedAt, ...wallet }) => ({
    ...wallet,
    provedAt: provedAt && new Date(provedAt).toISOString(),
  })),
});

/** Open requests oldest first, closed ones by time of closing, newest first. */
export async function findVerificationRequests(
  db: ReadModels,
  { status, before, limit }: VerificationRequestsQuery,
): Promise<RequestsPage> {
  const isOpen = status === 'open';
  const place = isOpen ? sql<string>`r.position` : sql<string>`r.closed_position`;
  let page = requestRows(db)
    .select(place.as('place'))
    // Written out, so that Postgres can use the partial indexes.
    .where(isOpen ? sql<boolean>`r.status = 'open'` : sql<boolean>`r.status <> 'open'`)
    .where('r.status', '=', status)
    .orderBy(place, isOpen ? 'asc' : 'desc')
    // One more shows whether others follow.
    .limit(limit + 1);
  if (before !== undefined) page = page.where(place, isOpen ? '>' : '<', before);
  const rows = await page.execute();
  const { shown, last } = cutPage(rows, limit);
  return {
    requests: shown.map(toRequest),
    next: last?.place ?? null,
  };
}

/** Per member. */
const requestsShown = 10;

/** Newest first, by member id. */
export async function requestsOf(
  db: ReadModels,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, VerificationRequest[]>> {
  const latest = requestRows(db)
    .where('r.member_id', '=', sql<number>`asked.member_id`)
    .orderBy('r.position', 'desc')
    .limit(requestsShown);
  const rows = await db
    .selectFrom(
      sql<{ member_id: number }>`unnest(${memberIds}::integer[])`.as<'asked'>(sql`asked (member_id)`),
    )
    .innerJoinLateral(latest.as('latest'), (join) => join.onTrue())
    .selectAll('latest')
    .execute();
  const requests = new Map<number, VerificationRequest[]>(memberIds.map((id) => [id, []]));
  for (const row of rows) requests.get(row.userId)?.push(toRequest(row));
  return requests;
}
