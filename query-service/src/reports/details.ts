import { type CaseDetails, limits, type MemberReport } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { LoggedEvent, Streams } from '../audit/record.ts';
import type { ReadModels } from '../storage/database.ts';
import { contentAt } from './content.ts';
import { cardsOf, findCase, toCase } from './queries.ts';

type Reported = Extract<LoggedEvent, { type: 'ContentReported' }>;

/** The newest, oldest first. */
async function reportsOf(log: Streams, caseId: string, revision: number): Promise<readonly Reported[]> {
  const from = Math.max(0, revision + 1 - limits.caseReportsShown);
  const reports: Reported[] = [];
  for await (const event of log.readStream(streams.case(caseId), from))
    if (event.type === 'ContentReported') reports.push(event);
  return reports;
}

/** @param at position of one of the newest reports; by default of the newest. Null if there is none, or it is erased */
export async function findCaseDetails(
  db: ReadModels,
  log: Streams,
  caseId: string,
  at: string | undefined,
): Promise<CaseDetails | null> {
  const row = await findCase(db, caseId);
  if (row === undefined) return null;
  const reports = await reportsOf(log, caseId, row.revision);
  const position = BigInt(at ?? row.newestPosition);
  if (!reports.some((report) => report.position === position)) return null;
  const content = await contentAt(log, row, position, (ids) => cardsOf(db, ids));
  if (content === null) return null;
  const cards = await cardsOf(
    db,
    reports.map(({ data }) => data.reporterId),
  );
  const toReport = ({ position, data, metadata }: Reported): MemberReport => ({
    position: String(position),
    reporter: cards.get(data.reporterId) ?? null,
    reason: data.reason,
    text: data.text,
    reportedAt: metadata.time,
  });
  return { case: toCase(row), at: String(position), content, reports: reports.map(toReport).reverse() };
}
