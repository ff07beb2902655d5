import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Page } from './pages.ts';
import { ReadBack } from './readBack.ts';
import type { LogRecord } from './records.ts';

/** A log of streams of three events each, and the reads of it. */
function source(streams: number) {
  const records: LogRecord[] = Array.from({ length: streams * 3 }, (_, n) => {
    const [stream, revision, position] = [`s-${Math.floor(n / 3)}`, n % 3, BigInt(n + 1)];
    const event = { stream, revision, position, eventId: `${n}`, type: 'Tested' };
    const stored = () => ({ ...event, data: {}, metadata: {} });
    return { ...event, isSystem: false, appendId: undefined, stored };
  });
  const newest = vi.fn(async (count: number): Promise<Page> => {
    return { records: records.toReversed().slice(0, count), isLast: false };
  });
  const ofStream = vi.fn(async (stream: string, from: number, count: number): Promise<Page> => {
    const own = records.filter((record) => record.stream === stream).slice(from, from + count);
    return { records: own, isLast: own.length < count };
  });
  return { newest, ofStream };
}

const at = (stream: number, from = 0, count = 3) => ({ stream: `s-${stream}`, from, count, until: 1_000 });

it('reads a single run from its stream, and those that arrive during a read together', async () => {
  const { newest, ofStream } = source(10);
  const readBack = new ReadBack({ newest, ofStream });
  const runs = [at(6), at(7, 1, 2), at(8, 2, 1), at(9)];
  const read = await Promise.all(runs.map((run) => readBack.read(run)));
  expect(read.map((records) => records.map(({ stream, revision }) => `${stream} ${revision}`))).toEqual([
    ['s-6 0', 's-6 1', 's-6 2'],
    ['s-7 1', 's-7 2'],
    ['s-8 2'],
    ['s-9 0', 's-9 1', 's-9 2'],
  ]);
  expect(ofStream.mock.calls.map(([stream]) => stream)).toEqual(['s-6', 's-7']);
  expect(newest).toHaveBeenCalledOnce();
});

it('reads old events from their stream, and reads further back while many are missed', async () => {
  const { newest, ofStream } = source(20);
  const readBack = new ReadBack({ newest, ofStream });
  for (let round = 0; round < 3; round += 1) {
    const read = await Promise.all([at(0), at(19), at(17), at(15), at(13)].map((run) => readBack.read(run)));
    expect(read.map((records) => records.length)).toEqual([3, 3, 3, 3, 3]);
  }
  expect(newest.mock.calls).toEqual([
    [12, 1_000],
    [24, 1_000],
    [24, 1_000],
  ]);
});

it('rejects all runs of a failed read, and continues', async () => {
  const { newest, ofStream } = source(5);
  const readBack = new ReadBack({ newest, ofStream });
  newest.mockRejectedValueOnce(new Error('away'));
  ofStream.mockRejectedValueOnce(new Error('away'));
  const results = await Promise.allSettled([at(1), at(2), at(3)].map((run) => readBack.read(run)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await nextTurn();
  expect(await readBack.read(at(4))).toHaveLength(3);
});
