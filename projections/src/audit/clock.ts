import type { Transaction } from '../storage/table.ts';
import type { ClockTable, EntriesTable } from '../tables.ts';

interface Reading extends Pick<ClockTable, 'latest'> {
  readonly earliest: Date;
  /** Within these entries. */
  readonly behindMs: number;
}

function after(
  { latest, earliest, behindMs }: Reading,
  { occurred_at: time }: Pick<EntriesTable, 'occurred_at'>,
): Reading {
  return {
    latest: time > latest ? time : latest,
    earliest: time < earliest ? time : earliest,
    behindMs: Math.max(behindMs, latest.getTime() - time.getTime()),
  };
}

/** Measures by how much the times of entries go back, for searches of a time span. */
export async function measureClock(tx: Transaction, rows: readonly Pick<EntriesTable, 'occurred_at'>[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const start = { latest: first.occurred_at, earliest: first.occurred_at, behindMs: 0 };
  const { latest, earliest, behindMs } = rows.reduce<Reading>(after, start);
  await tx.query(
    `insert into clock as known (only_row, latest, behind_ms) values (true, $1, $2)
     on conflict (only_row) do update set latest = greatest(known.latest, excluded.latest),
       behind_ms = greatest(known.behind_ms, excluded.behind_ms,
         (extract(epoch from known.latest - $3::timestamptz) * 1000)::bigint)`,
    [latest, behindMs, earliest],
  );
}
