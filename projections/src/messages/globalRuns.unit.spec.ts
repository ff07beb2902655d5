import { describe, expect, it } from 'vitest';
import { message, recordsOf } from '../../test/records.ts';
import type { Transaction } from '../storage/table.ts';
import { digestOf } from './digest.ts';
import { RunCounts } from './globalRuns.ts';

/** The additions to each table. */
async function written(counts: RunCounts): Promise<unknown[]> {
  const rows: unknown[] = [];
  const tx: Transaction = {
    query: async (_, values) => {
      rows.push(JSON.parse(String(values?.[0])));
      return { rows: [] };
    },
  };
  await counts.write(tx);
  return rows;
}

const sent = (...senders: number[]) => digestOf(recordsOf(senders.map((id, n) => message(`m${n}`, id)))).sent;

describe('runs of the global chat', () => {
  it('start when the previous one is full by messages sent, deleted ones included', async () => {
    const counts = new RunCounts(null, 2);
    for (const [n, one] of sent(1, 2, 1, 1, 2).entries()) counts.sent(one, n !== 0);
    const [runs, senders] = await written(counts);
    expect(runs).toEqual([
      { from_position: '1', sent: 2, live: 1 },
      { from_position: '3', sent: 2, live: 2 },
      { from_position: '5', sent: 1, live: 1 },
    ]);
    expect(senders).toEqual([
      { sender_id: 1, from_position: '1', live: 0 },
      { sender_id: 2, from_position: '1', live: 1 },
      { sender_id: 1, from_position: '3', live: 2 },
      { sender_id: 2, from_position: '5', live: 1 },
    ]);
  });

  it('continue after the stored ones, and subtract deleted messages', async () => {
    const counts = new RunCounts({ from_position: '900', sent: 2 }, 3);
    for (const one of sent(7, 7)) counts.sent(one, true);
    counts.removed('100', 7);
    const [runs] = await written(counts);
    expect(runs).toEqual([
      { from_position: '900', sent: 1, live: 1 },
      { from_position: '2', sent: 1, live: 1 },
      { from_position: '100', sent: 0, live: -1 },
    ]);
  });
});
