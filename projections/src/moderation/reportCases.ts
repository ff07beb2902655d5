import type { CaseEvent } from '@pmcw/contracts/events';
import { removeMembers } from '../members/member.ts';
import type { ProductRecord } from '../runner/model.ts';
import { loadRows, type Transaction, upsertRows } from '../storage/table.ts';
import { type CasesTable, cases, type ReportedMembersTable, reportedMembers } from '../tables.ts';

export const caseEventTypes = ['ContentReported', 'CaseClosed', 'CaseReopened'] as const;

type CaseRecord = Extract<ProductRecord, { type: CaseEvent['type'] }>;
type ConcerningCases = CaseRecord | Extract<ProductRecord, { type: 'UserDeleted' }>;

const concernsCases = (event: ProductRecord): event is ConcerningCases =>
  event.type === 'UserDeleted' || caseEventTypes.some((type) => type === event.type);

const isOfCase = (event: ConcerningCases): event is CaseRecord => event.type !== 'UserDeleted';

const open = {
  status: 'open',
  outcome: null,
  closing_reason: null,
  closed_at: null,
  closed_position: null,
} as const;

function caseAfter(row: CasesTable | null, event: CaseRecord): CasesTable | null {
  const position = String(event.position);
  const time = new Date(event.metadata.time);
  const { revision } = event;
  switch (event.type) {
    case 'ContentReported': {
      const { caseId, kind, memberId, itemId, reason } = event.data;
      const newest = { reason, newest_at: time, newest_position: position, revision };
      if (row?.status === 'open') return { ...row, ...newest, reports: row.reports + 1 };
      const reports = (row?.reports ?? 0) + 1;
      const reported = { case_id: caseId, kind, member_id: memberId, item_id: itemId };
      return { ...reported, ...open, ...newest, reports, opened_at: time, position };
    }
    case 'CaseClosed': {
      const { outcome, reason: closing_reason } = event.data;
      const closed = { status: 'closed', outcome, closing_reason, closed_at: time } as const;
      return row && { ...row, ...closed, closed_position: position, revision };
    }
    case 'CaseReopened':
      return row && { ...row, ...open, revision };
    default:
      return event satisfies never;
  }
}

export const casesOfMemberDdl = 'create index on cases (member_id)';

class Cases {
  readonly rows: Map<string, CasesTable>;
  readonly reported: Map<number, ReportedMembersTable>;
  readonly gone = new Set<number>();

  constructor(rows: readonly CasesTable[], reported: readonly ReportedMembersTable[]) {
    this.rows = new Map(rows.map((row) => [row.case_id, row]));
    this.reported = new Map(reported.map((row) => [row.member_id, row]));
  }

  take(event: CaseRecord): void {
    const row = caseAfter(this.rows.get(event.data.caseId) ?? null, event);
    if (row !== null) this.rows.set(row.case_id, row);
    if (event.type !== 'ContentReported') return;
    const { memberId } = event.data;
    const reports = (this.reported.get(memberId)?.reports ?? 0) + 1;
    this.reported.set(memberId, { member_id: memberId, reports });
  }

  forget(memberId: number): void {
    this.gone.add(memberId);
    this.reported.delete(memberId);
    for (const [id, { member_id }] of this.rows) if (member_id === memberId) this.rows.delete(id);
  }
}

/** At most four statements, and two more if members are deleted. */
export async function writeCases(tx: Transaction, events: readonly ProductRecord[]): Promise<void> {
  const about = events.filter(concernsCases);
  const ofCases = about.filter(isOfCase);
  const caseIds = new Set(ofCases.map(({ data }) => data.caseId));
  const memberIds = new Set(ofCases.map(({ data }) => data.memberId));
  const kept = new Cases(
    await loadRows(
      tx,
      cases,
      [...caseIds].map((case_id) => ({ case_id })),
    ),
    await loadRows(
      tx,
      reportedMembers,
      [...memberIds].map((member_id) => ({ member_id })),
    ),
  );
  for (const event of about) {
    if (isOfCase(event)) kept.take(event);
    else kept.forget(event.data.userId);
  }
  await removeMembers(tx, cases, [...kept.gone]);
  await removeMembers(tx, reportedMembers, [...kept.gone]);
  await upsertRows(tx, cases, [...kept.rows.values()]);
  await upsertRows(tx, reportedMembers, [...kept.reported.values()]);
}
