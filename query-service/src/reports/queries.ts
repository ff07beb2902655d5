import type { MemberCard, ReportCase, ReportCasesQuery } from '@pmcw/contracts';
import { sql } from 'kysely';
import { cutPage } from '../paging/cutPage.ts';
import type { ReadModels } from '../storage/database.ts';

function caseRows(db: ReadModels) {
  return db
    .selectFrom('moderation.cases as c')
    .innerJoin('moderation.members as m', 'm.member_id', 'c.member_id')
    .innerJoin('moderation.reported_members as r', 'r.member_id', 'c.member_id')
    .select(['c.case_id as id', 'c.kind', 'c.member_id as memberId', 'c.item_id as itemId'])
    .select(['m.username', 'm.full_name as fullName', 'm.avatar_url as avatarUrl'])
    .select(['c.status', 'c.reports', 'r.reports as allReports', 'c.reason', 'c.opened_at as openedAt'])
    .select(['c.newest_at as newestAt', 'c.newest_position as newestPosition', 'c.revision'])
    .select(['c.outcome', 'c.closing_reason as closingReason', 'c.closed_at as closedAt']);
}

export type CaseRow = Awaited<ReturnType<ReturnType<typeof caseRows>['executeTakeFirstOrThrow']>>;

const closingOf = ({ outcome, closingReason, closedAt }: CaseRow): ReportCase['closing'] =>
  outcome === null || closingReason === null || closedAt === null
    ? null
    : { outcome, reason: closingReason, closedAt: closedAt.toISOString() };

export const toCase = (row: CaseRow): ReportCase => ({
  id: row.id,
  kind: row.kind,
  memberId: row.memberId,
  member: { username: row.username, fullName: row.fullName, avatarUrl: row.avatarUrl },
  status: row.status,
  reports: row.reports,
  otherReports: row.allReports - row.reports,
  reason: row.reason,
  openedAt: row.openedAt.toISOString(),
  newestAt: row.newestAt.toISOString(),
  closing: closingOf(row),
});

export interface CasesPage {
  readonly cases: ReportCase[];
  readonly next: string | null;
}

/** Open ones oldest first, closed ones by time of closing, newest first. */
export async function findCases(
  db: ReadModels,
  { status, before, limit }: ReportCasesQuery,
): Promise<CasesPage> {
  const isOpen = status === 'open';
  const place = isOpen ? sql<string>`c.position` : sql<string>`c.closed_position`;
  let page = caseRows(db)
    .select(place.as('place'))
    // Written out, so that Postgres can use the partial indexes.
    .where(isOpen ? sql<boolean>`c.status = 'open'` : sql<boolean>`c.status = 'closed'`)
    .orderBy(place, isOpen ? 'asc' : 'desc')
    // One more shows whether others follow.
    .limit(limit + 1);
  if (before !== undefined) page = page.where(place, isOpen ? '>' : '<', before);
  const rows = await page.execute();
  const { shown, last } = cutPage(rows, limit);
  return {
    cases: shown.map(toCase),
    next: last?.place ?? null,
  };
}

export const findCase = (db: ReadModels, caseId: string): Promise<CaseRow | undefined> =>
  caseRows(db).where('c.case_id', '=', caseId).executeTakeFirst();

/** Without erased members. */
export async function cardsOf(
  db: ReadModels,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, MemberCard>> {
  const rows = await db
    .selectFrom('moderation.members')
    .select(['member_id', 'username', 'full_name as fullName', 'avatar_url as avatarUrl'])
    .where(sql<boolean>`member_id = any(${[...memberIds]}::integer[])`)
    .execute();
  return new Map(rows.map(({ member_id, ...card }) => [member_id, card]));
}
