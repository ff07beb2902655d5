import { EventStoreDBClient, eventTypeFilter, type Position, START } from '@eventstore/db-client';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, describe, expect, it } from 'vitest';
import type { Release } from './release.ts';
import { startWireServer, type WireServer } from './server.ts';
import { happened, happenings, newStream } from './targets.ts';

let server: WireServer;
let client: EventStoreDBClient;
const begin = async (release: Release) => {
  server = await startWireServer({ release });
  client = EventStoreDBClient.connectionString(server.connectionString);
};
afterEach(async () => {
  await client.dispose();
  await server.stop();
});

/** Index of a position’s event, with `/0` for a prepare position of 0. */
const place = ({ commit, prepare }: Position) => {
  if (commit === 2n ** 64n - 1n) return 'greatest';
  return commit === 0n ? 'start' : `${server.log.indexAt(commit)}${prepare === commit ? '' : '/0'}`;
};

/** Messages of a subscription to the type `Wanted`, with a window of four events. */
const watch = async (fromPosition: Position | 'start') => {
  const received: string[] = [];
  const filter = eventTypeFilter({
    prefixes: ['Wanted'],
    maxSearchWindow: 4,
    checkpointReached: async (_, checkpoint) => {
      received.push(`checkpoint ${place(checkpoint)}`);
    },
  });
  const subscription = client
    .subscribeToAll({ fromPosition, filter })
    .on('caughtUp', () => received.push('caught up'))
    .on('error', ({ message }) => received.push(message))
    .on('data', ({ event }) => received.push(event === undefined ? '' : `event ${place(event.position)}`));
  await eventually(() => expect(received).not.toEqual([]));
  const until = (item: string) => eventually(() => expect(received).toContain(item));
  return { received, until, stop: () => subscription.unsubscribe() };
};

/** Two system events (0, 1), ten others (2 to 11), a wanted one (12), five others (13 to 17). */
const fill = async () => {
  await client.appendToStream(newStream(), happenings(10));
  await client.appendToStream(newStream(), happenings(1, 'Wanted'));
  await client.appendToStream(newStream(), happenings(5));
};

describe('A filtered subscription', () => {
  // As observed on a real 23.10.6.
  it('of 23.10 reports the start of a page or its last event, and nothing when caught up', async () => {
    await begin('23.10');
    await fill();
    const { received, until, stop } = await watch(START);
    await until('caught up');
    await client.appendToStream(newStream(), happenings(4));
    await until('checkpoint 19');
    await stop();
    const catchingUp = ['checkpoint start', 'checkpoint 4/0', 'checkpoint 8/0', 'event 12', 'checkpoint 12'];
    // Two of the four events between checkpoints had been scanned when it caught up.
    expect(received).toEqual([...catchingUp, 'caught up', 'checkpoint 19']);
  });

  // From the source of 24.10.4.
  it('of 24.10 reports the same, and the last report again when caught up', async () => {
    await begin('24.10');
    await fill();
    await client.appendToStream(newStream(), happenings(1, 'Wanted'));
    const { received, until, stop } = await watch(START);
    await until('caught up');
    await client.appendToStream(newStream(), happenings(4));
    await until('checkpoint 22');
    await stop();
    const catchingUp = ['checkpoint start', 'checkpoint 4/0', 'checkpoint 8/0', 'event 12', 'checkpoint 12'];
    expect(received).toEqual([...catchingUp, 'event 18', 'checkpoint 18', 'caught up', 'checkpoint 22']);
  });

  // A bug that was fixed in 25.0 (KDB-710).
  it('of 24.10 reports the greatest position, and no other after it, when caught up without events', async () => {
    await begin('24.10');
    const { received, until, stop } = await watch(START);
    await until('caught up');
    await client.appendToStream(newStream(), happenings(8));
    await client.appendToStream(newStream(), happenings(1, 'Wanted'));
    await until('event 10');
    await stop();
    expect(received).toEqual(['checkpoint greatest', 'caught up', 'event 10']);
  });
});

describe('A subscription from before an event (prepare position 0)', () => {
  it('of 23.10 leaves the event out', async () => {
    await begin('23.10');
    await fill();
    const { received, until, stop } = await watch({
      commit: server.log.records[12]?.position ?? 0n,
      prepare: 0n,
    });
    await until('caught up');
    await stop();
    expect(received).not.toContain('event 12');
  });

  it('of 24.10 includes it', async () => {
    await begin('24.10');
    await fill();
    const { received, until, stop } = await watch({
      commit: server.log.records[12]?.position ?? 0n,
      prepare: 0n,
    });
    await until('caught up');
    await stop();
    expect(received).toContain('event 12');
  });
});

describe('A subscription from after the end', () => {
  const far = () => ({ commit: server.log.end + 1000n, prepare: server.log.end + 1000n });

  it('of 23.10 sees all new events', async () => {
    await begin('23.10');
    const { received, until, stop } = await watch(far());
    await until('caught up');
    await client.appendToStream(newStream(), happenings(1, 'Wanted'));
    await until('event 2');
    await stop();
    expect(received.filter((item) => item.startsWith('event'))).toEqual(['event 2']);
  });

  it('of 24.10 sees only events after that position', async () => {
    await begin('24.10');
    const { received, until, stop } = await watch(far());
    await until('caught up');
    await client.appendToStream(newStream(), happenings(20, 'Wanted'));
    await until('event 21');
    await stop();
    const [first] = received.filter((item) => item.startsWith('event'));
    expect(Number(first?.slice('event '.length))).toBeGreaterThan(8);
  });
});

describe('A subscription from a place where no event starts', () => {
  it('of 23.10 fails without a reason', async () => {
    await begin('23.10');
    const { received } = await watch({ commit: 300n, prepare: 300n });
    expect(received).toEqual(['2 UNKNOWN: Exception was thrown by handler.']);
  });

  it('of 24.10 fails with the reason', async () => {
    await begin('24.10');
    const { received } = await watch({ commit: 300n, prepare: 300n });
    expect(received).toEqual(['3 INVALID_ARGUMENT: Trying to read from an invalid position.']);
  });
});

describe('A client that stalls while more events arrive than the server buffers', () => {
  const large = () => happened(0, { metadata: { by: 'x'.repeat(10_000) } });
  /** Subscribes, does not read while a thousand large events are written and 200 ms pass, then reads. */
  const stall = async () => {
    const subscription = client.subscribeToAll({
      fromPosition: server.log.records.length === 0 ? START : 'end',
    });
    const received: string[] = [];
    let events = 0;
    subscription.on('caughtUp', () => received.push(`caught up after ${events}`));
    subscription.on('error', ({ message }) => received.push(message));
    await eventually(() => expect(received).toEqual(['caught up after 0']));
    const start = performance.now();
    // biome-ignore lint/plugin: at least as long as the server's patience with a slow reader, and longer where it likes
    for (let written = 0; written < 1000 || performance.now() - start < 200; written += 50) {
      await client.appendToStream(newStream(), Array.from({ length: 50 }, large));
    }
    subscription.on('data', () => {
      events += 1;
    });
    return { received, events: () => events, stop: () => subscription.unsubscribe() };
  };

  it('is dropped by 23.10', async () => {
    await begin('23.10');
    const { received, events } = await stall();
    await eventually(() =>
      expect(received.at(-1)).toBe(
        '10 ABORTED: Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
      ),
    );
    expect(events()).toBeLessThan(server.log.records.length - 2);
  });

  it('catches up again on 24.10', async () => {
    await begin('24.10');
    const { received, events, stop } = await stall();
    await eventually(() => expect(events()).toBe(server.log.records.length - 2));
    await eventually(() => expect(received.at(-1)).toBe(`caught up after ${events()}`));
    await stop();
  });
});
