import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AesSealer } from '../test/aesSealer.ts';
import { collect } from '../test/events.ts';
import { createEventStore, createMemoryLog, foldStream, newestFirst, type Snapshot } from './index.ts';

const types = { Added: { version: 1, schema: z.object({ n: z.int() }) } } as const;
const metadata = { actorId: 1, correlationId: 'c', causationId: 'd', time: '2026-01-01T00:00:00.000Z' };

/** A store with one stream, each of whose events adds its number. */
async function storeOf(events: number) {
  const store = createEventStore(createMemoryLog(), types, new AesSealer());
  const all = Array.from({ length: events }, (_, n) => ({
    eventId: crypto.randomUUID(),
    type: 'Added' as const,
    data: { n },
    metadata,
  }));
  if (events > 0) await store.append('a', 'no-stream', all);
  return { store, all, reads: vi.spyOn(store, 'readStream') };
}
type Store = Awaited<ReturnType<typeof storeOf>>['store'];

const sum = (store: Store, findSnapshot?: () => Promise<Snapshot<number> | null>) =>
  foldStream<typeof types, number>(store, 'a', {
    initialState: 0,
    evolve: (state, { data }) => state + data.n,
    ...(findSnapshot === undefined ? {} : { findSnapshot }),
  });
const sumUpTo = (n: number) => (n * (n + 1)) / 2;

describe('folding a stream', () => {
  it('returns state, last revision and last event, or none without a stream', async () => {
    const { store, all } = await storeOf(3);
    expect(await sum(store)).toEqual({ state: 3, revision: 2, position: 3n, eventId: all[2]?.eventId });
    expect(await sum((await storeOf(0)).store)).toEqual({
      ...{ state: 0, revision: null },
      ...{ position: 0n, eventId: undefined },
    });
  });

  it('reads no snapshot of a short one', async () => {
    const { store } = await storeOf(499);
    const find = vi.fn(async () => null);
    expect((await sum(store, find)).state).toBe(sumUpTo(498));
    expect(find).not.toHaveBeenCalled();
  });

  it('continues a long one from its snapshot', async () => {
    const { store, all, reads } = await storeOf(3_000);
    const at = { revision: 2_499, eventId: all[2_499]?.eventId ?? '' };
    const { state, revision } = await sum(store, async () => ({ state: sumUpTo(2_499), ...at }));
    expect([state, revision]).toEqual([sumUpTo(2_999), 2_999]);
    expect(reads.mock.calls.map(([, from]) => from ?? 0)).toEqual([0, 2_499, 2_500]);
  });

  it.each([
    ['there is none', () => null],
    ['its event is another one', () => ({ state: -1, revision: 700, eventId: crypto.randomUUID() })],
    ['the stream ends before it', () => ({ state: -1, revision: 5_000, eventId: crypto.randomUUID() })],
  ])('reads all of a long one where %s', async (_, snapshot) => {
    const { store } = await storeOf(1_000);
    expect(await sum(store, async () => snapshot())).toMatchObject({ state: sumUpTo(999), revision: 999 });
  });
});

describe('reading newest first', () => {
  it.each([0, 1, 99, 100, 101, 250])('returns all %i events from the last to the first', async (count) => {
    const { store } = await storeOf(count);
    const read = await collect(newestFirst(store, 'a', count === 0 ? null : count - 1));
    expect(read.map(({ data }) => data.n)).toEqual(Array.from({ length: count }, (_, n) => count - 1 - n));
  });

  it('reads no further than requested', async () => {
    const { store, reads } = await storeOf(1_000);
    for await (const { data } of newestFirst(store, 'a', 999)) if (data.n === 950) break;
    expect(reads.mock.calls.map(([, from]) => from)).toEqual([900]);
  });
});
