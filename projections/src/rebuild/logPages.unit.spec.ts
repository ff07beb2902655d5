import { setImmediate as turn } from 'node:timers/promises';
import type { ProductEvent, ProductEvents } from '@pmcw/contracts/events';
import { type EventStore, UnreadableEventError } from '@pmcw/event-store';
import { scaled } from '@pmcw/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { message, recordsOf, registration } from '../../test/records.ts';
import { scriptedStore } from '../../test/scriptedStore.ts';
import type { ProductRecord } from '../runner/model.ts';
import { LogPages, type PageReader } from './logPages.ts';

type Types = readonly (keyof ProductEvents)[];

const verified: ProductEvent = { type: 'UserVerified', data: { userId: 1 } };
const kinds = [registration(1), message('m', 1, 2), verified];
const someTypes: readonly Types[] = [
  ['UserRegistered'],
  ['MessageSent', 'UserVerified'],
  ['UserRegistered', 'MessageSent', 'UserVerified'],
  ['TokensSet'],
];

const logOf = (length: number) =>
  recordsOf(Array.from({ length }, (_, n) => kinds[n % kinds.length] ?? verified));

function counted(records: readonly ProductRecord[], unreadable?: bigint) {
  const reads: bigint[] = [];
  const scripted = scriptedStore(records);
  const store: EventStore<ProductEvents> = {
    ...scripted,
    readAll: async (after, filter, limit) => {
      reads.push(after);
      await turn();
      const batch = await scripted.readAll(after, filter, limit);
      const bad = batch.events.findIndex(({ position }) => position === unreadable);
      if (bad === -1) return batch;
      const events = batch.events.slice(0, bad);
      const last = events.at(-1);
      if (last === undefined) throw new UnreadableEventError(unreadable ?? 0n, 'UserVerified', 'not JSON');
      return { events, position: last.position, live: false };
    },
  };
  return { store, reads };
}

async function readToTheEnd(pages: PageReader, pause: () => Promise<unknown> = turn): Promise<bigint[]> {
  const seen: bigint[] = [];
  for (let after = 0n, live = false; !live; await pause()) {
    const batch = await pages.read(after);
    seen.push(...batch.events.map(({ position }) => position));
    ({ position: after, live } = batch);
  }
  pages.leave();
  return seen;
}

const expected = (records: readonly ProductRecord[], types: Types) =>
  records.filter(({ type }) => types.includes(type)).map(({ position }) => position);

function failingOnce(store: EventStore<ProductEvents>): EventStore<ProductEvents> {
  let failures = 1;
  return {
    ...store,
    readAll: (...given) => {
      failures -= 1;
      return failures === 0 ? Promise.reject(new Error('broken')) : store.readAll(...given);
    },
  };
}

describe('the pages of the log for rebuilds', () => {
  it('are read once for all that start together', async () => {
    const records = logOf(95);
    const { store, reads } = counted(records);
    const log = new LogPages(store, { pageSize: 10 });
    const readers = someTypes.map((types) => log.join(types));
    const seen = await Promise.all(readers.map((reader) => readToTheEnd(reader)));
    expect(seen).toEqual(someTypes.map((types) => expected(records, types)));
    expect(reads).toHaveLength(10);
  });

  it('have exactly the events of each rebuild, in order, however fast it is and whenever it starts', async () => {
    const pace = fc.record({ types: fc.constantFrom(...someTypes), turns: fc.nat(6), late: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(pace, { minLength: 1, maxLength: 6 }),
        fc.nat(80),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 3 }),
        async (paces, length, pageSize, mostPages) => {
          const records = logOf(length);
          const log = new LogPages(counted(records).store, { pageSize, mostPages, patienceMs: 1 });
          const all = paces.map(async ({ types, turns, late }) => {
            for (let n = 0; n < late; n += 1) await turn();
            const slowly = async () => {
              for (let n = 0; n < turns; n += 1) await turn();
            };
            return readToTheEnd(log.join(types), slowly);
          });
          expect(await Promise.all(all)).toEqual(paces.map(({ types }) => expected(records, types)));
        },
      ),
      { numRuns: scaled(100) },
    );
  });

  it('do not wait long for a rebuild that hangs, which still gets all of its own', async () => {
    const records = logOf(95);
    const log = new LogPages(counted(records).store, { pageSize: 10, patienceMs: 1 });
    const types: Types = ['UserRegistered', 'MessageSent', 'UserVerified'];
    const [hanging, other] = [log.join(types), log.join(types)];
    const first = await hanging.read(0n);
    expect(await readToTheEnd(other)).toEqual(expected(records, types));
    const rest: bigint[] = [];
    for (let { position: after, live } = first; !live; ) {
      const batch = await hanging.read(after);
      rest.push(...batch.events.map(({ position }) => position));
      ({ position: after, live } = batch);
    }
    expect([...first.events.map(({ position }) => position), ...rest]).toEqual(expected(records, types));
  });

  it('end only those rebuilds at an unreadable event that would fold it', async () => {
    const records = logOf(95);
    const log = new LogPages(counted(records, 48n).store, { pageSize: 10 });
    const [without, failing] = [log.join(['MessageSent']), log.join(['UserVerified'])];
    const [done, failed] = await Promise.allSettled([readToTheEnd(without), readToTheEnd(failing)]);
    expect(done).toMatchObject({ value: expected(records, ['MessageSent']) });
    expect(failed).toMatchObject({ reason: expect.any(UnreadableEventError) });
  });

  it('are found to be many or few, also after a failed read', async () => {
    const log = new LogPages(failingOnce(counted(logOf(30)).store));
    await expect(log.isLong()).rejects.toThrow('broken');
    expect(await log.isLong()).toBe(false);
    expect(await new LogPages(counted(logOf(6_000)).store).isLong()).toBe(true);
    // Following gets to the event.
    expect(await new LogPages(counted(logOf(6_000), 1n).store).isLong()).toBe(false);
  });

  it('can be read again after a failed read', async () => {
    const records = logOf(30);
    const log = new LogPages(failingOnce(counted(records).store), { pageSize: 10 });
    const reader = log.join(['MessageSent']);
    await expect(reader.read(0n)).rejects.toThrow('broken');
    expect(await readToTheEnd(reader)).toEqual(expected(records, ['MessageSent']));
  });
});
