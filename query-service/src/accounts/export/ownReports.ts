import type { ReportReason } from '@pmcw/contracts';
import type { Streams } from '../../audit/record.ts';
import type { ReadModels } from '../../storage/database.ts';

const runLength = 100;

interface OwnReport {
  readonly reported: string;
  readonly reportedAt: string;
  readonly reason: ReportReason;
  readonly text: string;
}

async function reportAt(log: Streams, stream: string, revision: number): Promise<readonly OwnReport[]> {
  for await (const { type, data, metadata } of log.readStream(stream, revision)) {
    if (type !== 'ContentReported') break;
    return [{ reported: data.caseId, reportedAt: metadata.time, reason: data.reason, text: data.text }];
  }
  return [];
}

/** All reports by the member, the oldest first. */
export async function* ownReports(
  db: ReadModels,
  log: Streams,
  memberId: number,
): AsyncGenerator<readonly OwnReport[]> {
  for (let after = '0'; ; ) {
    const places = await db
      .selectFrom('audit.entries')
      .select(['position', 'stream', 'revision'])
      .where('actor_id', '=', memberId)
      .where('type', '=', 'ContentReported')
      .where('position', '>', after)
      .orderBy('position')
      .limit(runLength)
      .execute();
    const last = places.at(-1);
    if (last === undefined) return;
    for (const { stream, revision } of places) yield await reportAt(log, stream, revision);
    after = last.position;
  }
}
