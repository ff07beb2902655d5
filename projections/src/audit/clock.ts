import { loadRows, type Transaction, upsertRows } from '../storage/table.ts';
import { type ClockTable, clock, type EntriesTable } from '../tables.ts';

type Reading = Pick<ClockTable, 'latest' | 'behind_ms'>;

function after(
  { latest, behind_ms }: Reading,
  { occurred_at: time }: Pick<EntriesTable, 'occurred_at'>,
): Reading {
  const behind = Math.max(Number(behind_ms), latest.getTime() - time.getTime());
  return { latest: time > latest ? time : latest, behind_ms: String(behind) };
}

/** Measures by how much the times of entries go back, for searches of a time span. */
export async function measureClock(tx: Transaction, rows: readonly EntriesTable[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const [known = { latest: first.occurred_at, behind_ms: '0' }] = await loadRows(tx, clock, [
    { only_row: true },
  ]);
  await upsertRows(tx, clock, [{ only_row: true, ...rows.reduce<Reading>(after, known) }]);
}
