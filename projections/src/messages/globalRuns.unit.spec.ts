import { describe, expect, it } from 'vitest';
import { message, recordsOf } from '../../test/records.ts';
import type { Transaction } from '../storage/table.ts';
import { digestOf } from './digest.ts';
import { RunCounts } from './globalRuns.ts';

/** The additions to each table, as an array for each column. */
async function written(counts: RunCounts): Promise<unknown[]> {
  const tables: unknown[] = [];
  const tx: Transaction = {
    query: async (_, values) => {
      tables.push(values);
      return { rows: [] };
    },
  };
  await counts.write(tx);
  return tables;
}

const sent = (...senders: number[]) => digestOf(recordsOf(senders.map((id, n) => message(`m${n}`, id)))).sent;

describe('runs of the global chat', () => {
  it('start when the previous one is full by messages sent, deleted ones included', async () => {
    const counts = new RunCounts(null, 2);
    for (const [n, one] of sent(1, 2, 1, 1, 2).entries()) counts.sent(one, n !== 0);
    const [runs, senders] = await written(counts);
    expect(runs).toEqual(['{"1","3","5"}', '{2,2,1}', '{1,2,1}']);
    expect(senders).toEqual(['{1,2,1,2}', '{"1","1","3","5"}', '{0,1,2,1}']);
  });

  it('continue after the stored ones, and subtract deleted messages', async () => {
    const counts = new RunCounts({ from_position: '900', sent: 2 }, 3);
    for (const one of sent(7, 7)) counts.sent(one, true);
    counts.removed('100', 7);
    const [runs] = await written(counts);
    expect(runs).toEqual(['{"900","2","100"}', '{1,1,0}', '{1,1,-1}']);
  });
});
