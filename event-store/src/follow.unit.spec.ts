import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '@pmcw/testing/eventually';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AesSealer } from '../test/aesSealer.ts';
import { expectGrowing } from '../test/events.ts';
import {
  type Batch,
  createEventStore,
  createMemoryLog,
  type EventLog,
  type EventStore,
  type FollowFailure,
  type Following,
  type FollowOptions,
  follow,
  type RecordedEvent,
  UnreadableEventError,
} from './index.ts';

const types = { Counted: { version: 1, schema: z.object({ n: z.int() }) } } as const;
type Counted = RecordedEvent<typeof types>;
type Handler = (batch: Batch<Counted>) => Promise<void>;

let log: EventLog;
let store: EventStore<typeof types>;
const running = new Set<Following>();
beforeEach(() => {
  log = createMemoryLog();
  store = createEventStore(log, types, new AesSealer());
});
afterEach(async () => {
  await Promise.all([...running].map((following) => following.stop()));
  running.clear();
  await log.close();
});

/** Appends an event; one without a number is unreadable. */
async function write(n: number | null): Promise<bigint> {
  const eventId = randomUUID();
  const cause = { actorId: 1, correlationId: eventId, causationId: eventId, time: '2026-01-01T00:00:00Z' };
  const event = { eventId, type: 'Counted', data: { n }, metadata: { ...cause, schemaVersion: 1 } };
  return (await log.append('counted', 'any', [event])).position;
}

/** Without pauses, and with the failures it reported. */
function start(options: Pick<FollowOptions<Counted>, 'turn'> & Partial<FollowOptions<Counted>>) {
  const failures: FollowFailure[] = [];
  const retry = { firstMs: 0, mostMs: 0 };
  const following = follow(store, { retry, onFailure: (failure) => failures.push(failure), ...options });
  running.add(following);
  return { following, failures };
}

/** Fails the first calls. */
function failing(times: number, handler: Handler = async () => undefined): Handler {
  let calls = 0;
  return async (batch) => {
    calls += 1;
    if (calls <= times) throw new Error(`call ${calls} fails`);
    await handler(batch);
  };
}

/** A handler that waits in its first batch. */
function waiting() {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const handler = vi.fn<Handler>(() => finished);
  return { handler, finish: () => finish() };
}

describe('a follower', () => {
  it('continues after each failure from where its next turn says, and counts failures in a row', async () => {
    await write(0);
    const handled: number[] = [];
    const handler = failing(3, async ({ events }) => void handled.push(...events.map(({ data }) => data.n)));
    const turn = vi.fn<FollowOptions<Counted>['turn']>((readOn) => readOn(0n, handler));
    const { failures } = start({ turn });
    await eventually(() => expect(handled).toEqual([0]));
    expect(failures.map(({ failures: times }) => times)).toEqual([1, 2, 3]);
    expect(failures[0]?.err).toEqual(new Error('call 1 fails'));
    expect(turn).toHaveBeenCalledTimes(4);
  });

  it('counts failures from one again after a handled batch or a finished turn', async () => {
    let calls = 0;
    const { failures } = start({
      turn: async (readOn) => {
        calls += 1;
        if (calls % 3 === 0) return;
        if (calls < 6) throw new Error('before reading');
        await readOn(0n, failing(0));
      },
    });
    await eventually(() => expect(calls).toBe(7));
    await write(0);
    expect(failures.map(({ failures: times }) => times)).toEqual([1, 2, 1, 2]);
  });

  it('takes a subscription that ends for a failure', async () => {
    const { failures } = start({ turn: (readOn) => readOn(0n, failing(0)) });
    await log.close();
    await eventually(() => expect(failures[0]?.err).toEqual(new Error('The subscription ended')));
  });

  it('reads until its signal, then takes another turn', async () => {
    const ends = [new AbortController(), new AbortController()];
    const handled: bigint[] = [];
    let turns = 0;
    const { following, failures } = start({
      turn: (readOn) => {
        const until = ends[turns]?.signal;
        turns += 1;
        return readOn(handled.at(-1) ?? 0n, async ({ position }) => void handled.push(position), until);
      },
    });
    for (const end of ends) {
      await eventually(() => expect(following.status).toBe('following'));
      const position = await write(0);
      await eventually(() => expect(handled.at(-1)).toBe(position));
      end.abort();
      await eventually(() => expect(turns).toBe(ends.indexOf(end) + 2));
    }
    expect(failures).toEqual([]);
  });
});

describe('stopping', () => {
  it('ends a pause', async () => {
    const turn = vi.fn(() => Promise.reject(new Error('broken')));
    const { following, failures } = start({ turn, retry: { firstMs: 3_600_000, mostMs: 3_600_000 } });
    await eventually(() => expect(failures).toHaveLength(1));
    await following.stop();
    expect(turn).toHaveBeenCalledOnce();
    expect(following.status).toBe('stopped');
  });

  it('waits for the batch in hand, which is the last', async () => {
    await write(0);
    const { handler, finish } = waiting();
    const { following, failures } = start({ turn: (readOn) => readOn(0n, handler), batchSize: 1 });
    await eventually(() => expect(handler).toHaveBeenCalledOnce());
    await write(1);
    const stopped = vi.fn();
    const stopping = following.stop().then(stopped);
    await Promise.resolve();
    expect(stopped).not.toHaveBeenCalled();
    finish();
    await stopping;
    expect(handler).toHaveBeenCalledOnce();
    expect(failures).toEqual([]);
  });

  it('lets a turn that does not read yet end, without reading', async () => {
    await write(0);
    const handler = vi.fn<Handler>();
    const { following } = start({
      turn: async (readOn, stopping) => {
        await new Promise((resolve) => stopping.addEventListener('abort', resolve));
        await readOn(0n, handler);
      },
    });
    await following.stop();
    await following.started;
    expect(handler).not.toHaveBeenCalled();
  });

  it('does not report what fails until the end', async () => {
    await write(0);
    const { following, failures } = start({
      turn: async (readOn, stopping) => {
        await readOn(0n, async () => undefined);
        if (stopping.aborted) throw new Error('could not clean up');
      },
    });
    await following.started;
    await following.stop();
    expect(failures).toEqual([]);
  });
});

describe('the status', () => {
  it('is starting until it reads, failed from a failure until it reads again, and stopped at the end', async () => {
    const gates: (() => void)[] = [];
    const gate = () => new Promise<void>((resolve) => gates.push(resolve));
    const handler = failing(1);
    const { following, failures } = start({
      turn: async (readOn) => {
        await gate();
        await readOn(0n, handler);
      },
    });
    const expectStatus = (status: string) => eventually(() => expect(following.status).toBe(status));
    await expectStatus('starting');
    gates[0]?.();
    await following.started;
    await expectStatus('following');
    await write(0);
    await expectStatus('failed');
    await eventually(() => expect(gates).toHaveLength(2));
    await expectStatus('failed');
    gates[1]?.();
    await expectStatus('following');
    await following.stop();
    await expectStatus('stopped');
    expect(failures).toHaveLength(1);
  });

  it('is known for the first turn once that reads, ends or fails', async () => {
    const broken = new Error('broken');
    await expect(start({ turn: () => Promise.reject(broken) }).following.started).rejects.toBe(broken);
    const { following } = start({
      turn: (_, stopping) => new Promise((resolve) => stopping.addEventListener('abort', () => resolve())),
    });
    const started = vi.fn();
    void following.started.then(started);
    await Promise.resolve();
    expect(started).not.toHaveBeenCalled();
  });
});

describe('an unreadable event', () => {
  it('fails every turn that meets it', async () => {
    await write(null);
    const { failures } = start({ turn: (readOn) => readOn(0n, failing(0)) });
    await eventually(() => expect(failures.length).toBeGreaterThan(2));
    for (const { err } of failures) expect(err).toBeInstanceOf(UnreadableEventError);
  });

  it('is skipped if the follower says so, even if that keeps no position', async () => {
    for (const n of [0, null, null, 3]) await write(n);
    const batches: (readonly [bigint, readonly number[]])[] = [];
    const handler: Handler = async ({ events, position }) =>
      void batches.push([position, events.map(({ data }) => data.n)]);
    const { failures } = start({ turn: (readOn) => readOn(1n, handler), skipsUnreadable: true });
    await eventually(() =>
      expect(batches).toEqual([
        [2n, []],
        [3n, []],
        [4n, [3]],
      ]),
    );
    expect(failures.map(({ failures: times }) => times)).toEqual([1, 1]);
  });
});

it('holds nothing of the turns that have ended', async () => {
  await write(0);
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const handlers: WeakRef<Handler>[] = [];
  const turn: FollowOptions<Counted>['turn'] = async (readOn, stopping) => {
    if (handlers.length === 50) await once(stopping, 'abort');
    const handler = failing(1);
    handlers.push(new WeakRef(handler));
    await readOn(0n, handler);
  };
  start({ turn, onFailure: () => undefined });
  await eventually(() => expect(handlers).toHaveLength(50));
  await eventually(() => {
    collect();
    expect(handlers.filter((handler) => handler.deref() !== undefined).length).toBeLessThan(5);
  });
});

const faults = ['none', 'not subscribed', 'failed before', 'failed after'] as const;

/** A store with a fault, or none, at each subscription and at each batch, while the list lasts. */
function unreliable(listed: readonly (typeof faults)[number][]): Pick<typeof store, 'subscribe'> {
  const left = listed.values();
  const next = () => left.next().value ?? 'none';
  return {
    subscribe(after, handler, options) {
      if (next() === 'not subscribed') throw new Error('not subscribed');
      const handle: Handler = async (batch) => {
        const fault = next();
        if (fault === 'failed before') throw new Error('the batch was lost');
        await handler(batch);
        if (fault === 'failed after') throw new Error('the answer was lost');
      };
      return store.subscribe(after, handle, options);
    },
  };
}

const ticks = async (count: number) => {
  for (let tick = 0; tick < count; tick += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('hands over every position once and in order, whatever fails, across failures and restarts', async () => {
  const readable = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 });
  const fails = fc.array(fc.constantFrom(...faults), { maxLength: 40 });
  const stops = fc.array(fc.nat({ max: 20 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(readable, fails, stops, fc.integer({ min: 1, max: 5 }), async (events, ...given) => {
      const [listed, stopsAfter, batchSize] = given;
      const first = await log.head();
      for (const [n, isReadable] of events.entries()) await write(isReadable ? n : null);
      const handled: number[] = [];
      const positions: bigint[] = [];
      const handler: Handler = async (batch) => {
        await ticks(1);
        handled.push(...batch.events.map(({ data }) => data.n));
        positions.push(batch.position);
      };
      const source = unreliable(listed);
      const run = () =>
        follow(source, {
          turn: (readOn) => readOn(positions.at(-1) ?? first, handler),
          batchSize,
          skipsUnreadable: true,
          retry: { firstMs: 0, mostMs: 0 },
          onFailure: () => undefined,
        });
      for (const count of stopsAfter) {
        const following = run();
        await ticks(count);
        await following.stop();
      }
      const following = run();
      await eventually(async () => expect(positions.at(-1)).toBe(await log.head()));
      await following.stop();
      expect(handled).toEqual([...events.keys()].filter((n) => events[n]));
      expectGrowing(positions);
    }),
    { numRuns: 50 },
  );
});
