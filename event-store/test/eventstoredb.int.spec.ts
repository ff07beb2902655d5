import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import { selfSigned } from '@pmcw/testing/selfSigned';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  createEventStore,
  ERASED,
  LogUnavailableError,
  openEventLog,
  openEventStoreDbLog,
} from '../src/index.ts';
import { AesSealer } from './aesSealer.ts';
import { eventStoreDbForSpecs } from './eventStoreDbForSpecs.ts';
import { anEvent, aStream, collect, events, everything } from './events.ts';
import { frozenByProxy } from './freezingProxy.ts';

const eventStoreDb = eventStoreDbForSpecs();

describe('opening', () => {
  it('happens by the settings', async () => {
    const server = await eventStoreDb.server();
    const log = await openEventLog({
      eventStoreUrl: server.connectionString,
      connectionString: 'postgres://nowhere',
    });
    expect(log.engine).toBe('eventstoredb');
    expect(log.queueDepth).toBe(0);
    await log.close();
  });

  it('waits for a server that is starting', async () => {
    const server = await eventStoreDb.server();
    await server.stop();
    const warn = vi.fn();
    const opening = eventStoreDb.open(server, { log: { warn, error: vi.fn() } });
    await eventually(() => expect(warn).toHaveBeenCalled());
    await server.start();
    expect(await (await opening).head()).toBe(0n);
  });

  it.each([
    ['no server listens', false, 'ECONNREFUSED'],
    ['the server accepts and does not answer', true, 'EventStoreDB stopped answering a read'],
  ])('fails in time when %s, with the reason and without the password', async (_, isDeaf, reason) => {
    const sockets: Socket[] = [];
    const deaf = createServer((socket) => sockets.push(socket));
    const port = await freePort();
    if (isDeaf) await new Promise<void>((resolve) => deaf.listen(port, '127.0.0.1', resolve));
    const logged: unknown[] = [];
    const log = { warn: (...args: unknown[]) => logged.push(args), error: vi.fn() };
    const connectionString = `esdb://user:secret@127.0.0.1:${port}?tls=false`;
    const opening = openEventStoreDbLog({ connectionString, openTimeoutMs: 1_000, log });
    const error: unknown = await opening.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LogUnavailableError);
    expect(error).toMatchObject({
      message: expect.stringContaining(`EventStoreDB at 127.0.0.1:${port} can't be used: `),
    });
    expect(String(error)).toContain(reason);
    expect(`${error}${JSON.stringify(logged)}`).not.toContain('secret');
    for (const socket of sockets) socket.destroy();
    if (isDeaf) deaf.close();
  });
});

describe('with TLS and users', () => {
  let folder: string;
  const { key, cert } = selfSigned('localhost');
  const users = [
    { name: 'ops', password: 'p@ss w%rd', admin: true },
    { name: 'plain', password: 'plain' },
  ];
  const as = (user: string, port: number, authority = 'ca.crt') =>
    `esdb://${user}@localhost:${port}?tlsCAFile=${encodeURIComponent(join(folder, authority))}`;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
    await writeFile(join(folder, 'ca.crt'), cert);
    await writeFile(join(folder, 'other.crt'), selfSigned('localhost').cert);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('takes both from the connection string', async () => {
    const server = await eventStoreDb.server({ tls: { key, cert }, users });
    const connectionString = as('ops:p%40ss%20w%25rd', server.port);
    const log = await eventStoreDb.open({ connectionString });
    const seen: string[] = [];
    log.subscribe(0n, async (batch) => {
      seen.push(...batch.events.map(({ stream }) => stream));
    });
    await log.append('a', 'no-stream', [anEvent()]);
    expect(await collect(log.readStream('a'))).toHaveLength(1);
    await eventually(() => expect(seen).toEqual(['a']));
  });

  it.each([
    ['a wrong password', 'ops:secret'],
    ['a user who may not read the whole log', 'plain:plain'],
  ])('says at once that %s is refused', async (_, user) => {
    const server = await eventStoreDb.server({ tls: { key, cert }, users });
    const error = vi.fn();
    const log = { warn: vi.fn(), error };
    const opening = openEventStoreDbLog({ connectionString: as(user, server.port), log });
    await expect(opening).rejects.toThrow(LogUnavailableError);
    await expect(opening).rejects.not.toThrow(/secret/);
    expect(error).toHaveBeenCalledWith(
      expect.anything(),
      'event log: EventStoreDB denies access to the user of the connection string',
    );
  });

  it('does not blame the append for a denial', async () => {
    const server = await eventStoreDb.server({ tls: { key, cert }, users: [...users] });
    const error = vi.fn();
    const log = await eventStoreDb.open(
      { connectionString: as('ops:p%40ss%20w%25rd', server.port) },
      { log: { warn: vi.fn(), error } },
    );
    server.faults.refuse('append', { code: 7, details: 'Access Denied' });
    await expect(log.append('a', 'no-stream', [anEvent()])).rejects.toThrow(LogUnavailableError);
    expect(error).toHaveBeenCalledOnce();
    expect(await log.append('a', 'no-stream', [anEvent()])).toMatchObject({ revision: 0 });
  });

  it('trusts no other certificate', async () => {
    const server = await eventStoreDb.server({ tls: { key, cert }, users });
    const connectionString = as('ops:p%40ss%20w%25rd', server.port, 'other.crt');
    const opening = openEventStoreDbLog({ connectionString, openTimeoutMs: 700 });
    await expect(opening).rejects.toThrow(LogUnavailableError);
  });
});

describe('a cluster', () => {
  it('is followed from leader to leader', async () => {
    const cluster = await eventStoreDb.cluster(3);
    const log = await eventStoreDb.open(cluster);
    const seen: string[] = [];
    const subscription = log.subscribe(0n, async (batch) => {
      seen.push(...batch.events.map(({ eventId }) => eventId));
    });
    const appended: string[] = [];
    const append = async (count: number) => {
      const made = Array.from({ length: count }, () => anEvent());
      appended.push(...made.map(({ eventId }) => eventId));
      const results = await Promise.all(made.map((event) => log.append(aStream(), 'no-stream', [event])));
      expect(results.every(({ revision, repeated }) => revision === 0 && !repeated)).toBe(true);
    };
    await append(5);
    cluster.lead(1);
    await append(80);
    await cluster.stopLeader();
    const during = append(80);
    await eventually(() => expect(log.queueDepth).toBe(80));
    cluster.lead(2);
    await during;
    await eventually(() => expect(seen).toHaveLength(appended.length));
    expect(seen.toSorted()).toEqual(appended.toSorted());
    expect(seen).toEqual((await everything(log)).map(({ eventId }) => eventId));
    await subscription.stop();
  });

  it('is led to its leader by a follower', async () => {
    const cluster = await eventStoreDb.cluster(2);
    const log = await eventStoreDb.open(cluster.server(1));
    expect(await log.append('a', 'no-stream', [anEvent()])).toMatchObject({ revision: 0 });
    expect(await collect(log.readStream('a'))).toHaveLength(1);
  });

  it('is waited for only until the timeout when all nodes are down', async () => {
    const cluster = await eventStoreDb.cluster(2);
    const log = await eventStoreDb.open(
      { connectionString: `${cluster.connectionString}&maxDiscoverAttempts=2` },
      { appendTimeoutMs: 600 },
    );
    await cluster.stop();
    const late = await Promise.allSettled(
      Array.from({ length: 20 }, () => log.append(aStream(), 'no-stream', [anEvent()])),
    );
    for (const outcome of late) expect(outcome).toMatchObject({ reason: expect.any(LogUnavailableError) });
    for (const server of cluster.servers) await server.start();
    cluster.lead(1);
    await eventually(() => log.append(aStream(), 'no-stream', [anEvent()]));
  });
});

it('appends over another connection when one has fallen silent', async () => {
  const server = await eventStoreDb.server();
  const proxy = await frozenByProxy(server.port);
  const log = await eventStoreDb.open(proxy, { appendTimeoutMs: 30_000, tryMs: 300 });
  await log.append('a', 'no-stream', [anEvent()]);
  proxy.freeze();
  expect(await log.append('a', 0, [anEvent()])).toMatchObject({ revision: 1, repeated: false });
  await log.close();
  await proxy.close();
});

it('ends pending calls when closed, and refuses later ones', async () => {
  const server = await eventStoreDb.server();
  const log = await eventStoreDb.open(server);
  await log.append('a', 'any', events(3));
  server.faults.delayAnswers('read', 60_000);
  const reading = Promise.allSettled([log.head(), log.readAll(0n), collect(log.readStream('a'))]);
  await log.close();
  for (const outcome of await reading)
    expect(outcome).toMatchObject({ reason: { message: 'The log is closed' } });
  await expect(log.head()).rejects.toThrow(LogUnavailableError);
  expect(() => log.subscribe(0n, async () => undefined)).toThrow(LogUnavailableError);
});

describe('closing while the server is down', () => {
  it('ends pending appends, reads and subscriptions at once', async () => {
    const server = await eventStoreDb.server();
    const warn = vi.fn();
    // Timeouts longer than a spec, to notice any wait for them.
    const log = await eventStoreDb.open(server, {
      appendTimeoutMs: 600_000,
      log: { warn, error: vi.fn() },
    });
    const subscription = log.subscribe(0n, async () => undefined);
    await log.append('a', 'any', [anEvent()]);
    await server.stop();
    const appends = ['a', 'a', 'b'].map((stream) => log.append(stream, 'any', [anEvent()]));
    const waiting = Promise.allSettled([...appends, log.head(), collect(log.readStream('a'))]);
    await eventually(() => expect(warn).toHaveBeenCalled());
    await log.close();
    await subscription.done;
    for (const outcome of await waiting) {
      expect(outcome).toMatchObject({ reason: { message: 'The log is closed' } });
    }
  });

  it('ends as soon as the outage is noticed', async () => {
    const server = await eventStoreDb.server();
    const log = await eventStoreDb.open(server, { appendTimeoutMs: 600_000 });
    server.faults.holdAnswers('append');
    const append = log.append('a', 'any', [anEvent()]);
    await eventually(() => expect(server.log.stream('a')).toHaveLength(1));
    const closing = log.close();
    await server.stop();
    await expect(append).rejects.toThrow('The log is closed');
    await closing;
  });

  it('stops a subscription that waits for the server', async () => {
    const server = await eventStoreDb.server();
    const warn = vi.fn();
    const log = await eventStoreDb.open(server, { log: { warn, error: vi.fn() } });
    server.faults.holdAnswers('read');
    const subscription = log.subscribe(0n, async () => undefined);
    await subscription.stop();
    await subscription.done;
    expect(warn).not.toHaveBeenCalled();
  });
});

it('finishes appends under way when closed, even after a failure', async () => {
  const server = await eventStoreDb.server();
  const warn = vi.fn();
  const log = await eventStoreDb.open(server, { log: { warn, error: vi.fn() } });
  server.faults.nextAppends('not-ready');
  await log.append('a', 'no-stream', [anEvent()]);
  expect(warn).toHaveBeenCalledOnce();
  const answer = server.faults.holdAnswers('append');
  const appends = ['a', 'a', 'b'].map((stream) => log.append(stream, 'any', [anEvent()]));
  await eventually(() => expect(server.log.stream('b')).toHaveLength(1));
  const closing = log.close();
  answer();
  expect(await Promise.all(appends)).toMatchObject([{ revision: 1 }, { revision: 2 }, { revision: 0 }]);
  await closing;
});

it('logs the start and end of an outage, for any number of callers', async () => {
  const server = await eventStoreDb.server();
  const warn = vi.fn();
  const log = await eventStoreDb.open(server, {
    appendTimeoutMs: 1_000,
    calmMs: 1_000,
    log: { warn, error: vi.fn() },
  });
  const seen: string[][] = Array.from({ length: 10 }, () => []);
  for (const ids of seen) {
    log.subscribe(0n, async (batch) => void ids.push(...batch.events.map(({ eventId }) => eventId)));
  }
  await log.append('a', 'any', [anEvent()]);
  await eventually(() => expect(seen.map((ids) => ids.length)).toEqual(seen.map(() => 1)));
  await server.stop();
  const late = Array.from({ length: 30 }, () => log.append(aStream(), 'no-stream', [anEvent()]));
  expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual(late.map(() => 'rejected'));
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ failedTries: 1 }),
    'event log: EventStoreDB fails, trying again',
  );
  await server.start();
  const over = await eventually(() => {
    const end = warn.mock.calls.find(([, message]) => message === 'event log: EventStoreDB answers again');
    expect(end).toBeDefined();
    return end;
  });
  expect(over?.[0].failedTries).toBeGreaterThan(1);
  const { position } = await eventually(() => log.append('a', 'any', [anEvent()]));
  expect(position).toBeGreaterThan(0n);
  await eventually(() => expect(seen.every((ids) => ids.length >= 2)).toBe(true));
});

it('stores sealed fields of the store', async () => {
  const server = await eventStoreDb.server();
  const log = await eventStoreDb.open(server);
  const sealer = new AesSealer();
  const schema = z.object({ userId: z.int(), name: z.string() });
  const types = { MemberRenamed: { version: 1, schema, personal: { subject: 'userId', fields: ['name'] } } };
  const store = createEventStore(log, types, sealer);
  const metadata = { actorId: 7, correlationId: 'c', causationId: 'c', time: new Date().toISOString() };
  const event = { ...anEvent(), type: 'MemberRenamed' as const, data: { userId: 7, name: 'Lena' }, metadata };
  const first = await store.append('user-7', 'no-stream', [event]);
  expect(await store.append('user-7', 'no-stream', [event])).toEqual({ ...first, repeated: true });
  const [stored] = await collect(log.readStream('user-7'));
  expect(JSON.stringify(stored?.data)).not.toContain('Lena');
  expect((await store.readAll(0n)).events).toMatchObject([{ data: { name: 'Lena' }, metadata }]);
  sealer.erase(7);
  expect((await store.readAll(0n)).events).toMatchObject([{ data: { name: ERASED } }]);
});

describe('the health of a log', () => {
  it('is asked for without leaving anything in it, and fails while the server is down', async () => {
    const server = await eventStoreDb.server();
    const log = await eventStoreDb.open(server, { appendTimeoutMs: 500, readTryMs: 100 });
    const { position } = await log.append('a', 'any', [anEvent()]);
    expect(await log.pulse()).toBe(position);
    await Promise.all([log.confirmWritable(), log.confirmWritable()]);
    expect(await everything(log)).toHaveLength(1);
    await server.stop();
    await expect(log.confirmWritable()).rejects.toThrow(LogUnavailableError);
    await server.start();
    await eventually(() => log.confirmWritable());
  });
});
