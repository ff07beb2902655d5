import { status } from '@grpc/grpc-js';
import { eventually } from '@pmcw/testing/eventually';
import { describe, expect, it, vi } from 'vitest';
import { type Batch, type EventLog, type StoredEvent, UnreadableEventError } from '../src/index.ts';
import { eventStoreDbForSpecs } from './eventStoreDbForSpecs.ts';
import { anEvent, aStream, events, everything } from './events.ts';
import { frozenByProxy } from './freezingProxy.ts';

const eventStoreDb = eventStoreDbForSpecs();

/** Follows a log from its start and records the batches. */
function follow(log: EventLog, batchSize = 500) {
  const batches: Batch<StoredEvent>[] = [];
  const subscription = log.subscribe(
    0n,
    async (batch) => {
      batches.push(batch);
    },
    { batchSize },
  );
  return { batches, subscription, seen: () => batches.flatMap((batch) => batch.events) };
}

describe.each(['23.10', '24.10'] as const)('following a server of release %s', (release) => {
  it('misses and repeats nothing while connections keep breaking', async () => {
    const server = await eventStoreDb.server({ release });
    const warn = vi.fn();
    const log = await eventStoreDb.open(server, { log: { warn, error: vi.fn() } });
    const writer = await eventStoreDb.open(server);
    const { seen, subscription } = follow(log, 7);
    for (let n = 0; n < 20; n += 1) {
      if (n % 4 === 0) server.faults.cutAfterEvents(5);
      await writer.append(aStream(), 'no-stream', events(1 + (n % 3)));
    }
    const all = await everything(writer);
    await eventually(() => expect(seen()).toHaveLength(all.length));
    expect(seen()).toEqual(all);
    expect(warn).toHaveBeenCalled();
    await subscription.stop();
  });

  it('skips the server’s own events', async () => {
    const server = await eventStoreDb.server({ release });
    const log = await eventStoreDb.open(server);
    server.appendSystemEvents(2_500);
    await log.append(aStream(), 'no-stream', [anEvent()]);
    server.appendSystemEvents(10);
    const { seen, batches, subscription } = follow(log);
    await eventually(() => expect(batches.at(-1)?.live).toBe(true));
    server.appendSystemEvents(1_500);
    await log.append(aStream(), 'no-stream', [anEvent()]);
    await eventually(() => expect(seen()).toHaveLength(2));
    expect(seen()).toEqual(await everything(log));
    expect(batches.at(-1)).toMatchObject({ position: await log.head(), live: true });
    await subscription.stop();
  });

  it('leaves on the server what a slow handler does not take', async () => {
    const server = await eventStoreDb.server({ release });
    const log = await eventStoreDb.open(server);
    const big = Array.from({ length: 2_000 }, () => anEvent({ data: { text: 'x'.repeat(10_000) } }));
    for (let n = 0; n < big.length; n += 50) await log.append('big', 'any', big.slice(n, n + 50));
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const sent = vi.spyOn(server.faults, 'cutsAfterThis');
    const seen: string[] = [];
    const subscription = log.subscribe(
      0n,
      async (batch) => {
        seen.push(...batch.events.map((event) => event.eventId));
        await gate;
      },
      { batchSize: 20 },
    );
    await eventually(() => expect(sent.mock.calls.length).toBeGreaterThan(20));
    // Others share the connection, unaffected by the slow one.
    await log.append(aStream(), 'no-stream', [anEvent()]);
    expect(await everything(log, { filter: { types: ['Other'] } })).toEqual([]);
    expect(sent.mock.calls.length).toBeLessThan(200);
    open();
    await eventually(() => expect(seen).toHaveLength(big.length + 1));
    expect(seen.slice(0, -1)).toEqual(big.map((event) => event.eventId));
    await subscription.stop();
  });
});

it('continues when the server is back', async () => {
  const server = await eventStoreDb.server();
  const log = await eventStoreDb.open(server);
  const { seen, subscription } = follow(log);
  await log.append('a', 'any', events(2));
  await eventually(() => expect(seen()).toHaveLength(2));
  await server.stop();
  await server.start();
  await log.append('a', 'any', events(2));
  await eventually(() => expect(seen()).toHaveLength(4));
  await subscription.stop();
});

it('retries a refused subscription, and can be stopped while it does', async () => {
  const server = await eventStoreDb.server();
  const warn = vi.fn();
  const log = await eventStoreDb.open(server, { log: { warn, error: vi.fn() } });
  server.faults.refuse('subscribe', { times: 3, code: status.PERMISSION_DENIED, details: 'Access Denied' });
  const { seen, subscription } = follow(log);
  await log.append('a', 'any', [anEvent()]);
  await eventually(() => expect(seen()).toHaveLength(1));
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ reason: expect.stringContaining('Access Denied') }),
    'event log: EventStoreDB fails, trying again',
  );
  await subscription.stop();
  server.faults.refuse('subscribe', { times: Number.POSITIVE_INFINITY });
  const refused = follow(log);
  await refused.subscription.stop();
  await expect(refused.subscription.done).resolves.toBeUndefined();
});

it('notices a silent connection when the head is further', async () => {
  const server = await eventStoreDb.server();
  const proxy = await frozenByProxy(server.port);
  const log = await eventStoreDb.open(proxy, { silenceMs: 300, readTryMs: 500 });
  const writer = await eventStoreDb.open(server);
  const { seen, subscription } = follow(log);
  await writer.append('a', 'any', [anEvent()]);
  await eventually(() => expect(seen()).toHaveLength(1));
  proxy.freeze();
  await writer.append('a', 'any', [anEvent()]);
  await eventually(() => expect(seen()).toHaveLength(2));
  await subscription.stop();
  await log.close();
  await proxy.close();
});

it('delivers the events before another program’s invalid one, and ends there', async () => {
  const server = await eventStoreDb.server();
  const log = await eventStoreDb.open(server);
  await log.append('a', 'any', events(2));
  const foreign = {
    id: crypto.randomUUID(),
    type: 'Foreign',
    json: false,
    data: Buffer.of(1),
    metadata: Buffer.of(),
  };
  server.log.append('foreign', 'any', [foreign]);
  await log.append('a', 'any', events(1));
  const { seen, subscription } = follow(log);
  await expect(subscription.done).rejects.toThrow(UnreadableEventError);
  expect(seen()).toHaveLength(2);
  const page = await log.readAll(0n);
  expect(page).toMatchObject({ events: seen(), live: false });
  await expect(log.readAll(page.position)).rejects.toThrow('Event of type Foreign');
  expect(await everything(log, { filter: { types: ['Tested'] } })).toHaveLength(3);
});
