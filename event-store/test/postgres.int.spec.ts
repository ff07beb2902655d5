import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { freePort } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { type FlushReport, LogUnavailableError, openPostgresLog } from '../src/index.ts';
import { headChannel, lockClass } from '../src/postgres/schema.ts';
import { anEvent, aStream, collect, events, everything, positionsTo } from './events.ts';
import { postgresForSpecs } from './postgresDatabase.ts';

const postgres = postgresForSpecs();

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url() }).on('error', () => undefined);
  await client.connect();
  return client;
}

describe('opening', () => {
  it('makes the schema once for concurrent processes', async () => {
    await postgres.query('drop schema if exists event_store cascade');
    const logs = await Promise.all(Array.from({ length: 8 }, () => postgres.open()));
    expect(await logs[0]?.head()).toBe(0n);
    await Promise.all(logs.map((log) => log.close()));
    expect(await postgres.query('select version from event_store.schema_version')).toEqual([{ version: 1 }]);
  });

  it('finds its events again', async () => {
    const first = await postgres.openEmpty();
    await first.append('a', 'no-stream', events(3));
    await first.close();
    const second = await postgres.open();
    expect(await second.append('a', 2, [anEvent()])).toMatchObject({ revision: 3, position: 4n });
    await second.close();
  });

  it('refuses a newer schema', async () => {
    await (await postgres.open()).close();
    await postgres.query('insert into event_store.schema_version (version) values (99)');
    await expect(postgres.open()).rejects.toThrow('schema version 99, newer than the 1 known here');
    await postgres.query("update event_store.schema_version set release = '9.1.0' where version = 99");
    await expect(postgres.open()).rejects.toThrow('Start release 9.1.0 or a later one');
    await postgres.query('delete from event_store.schema_version where version = 99');
  });

  it('works with a newer schema that says so, and with one that an earlier release made', async () => {
    await (await postgres.open()).close();
    await postgres.query('insert into event_store.schema_version (version, works_for) values (99, 1)');
    await (await postgres.open()).close();
    await postgres.query('delete from event_store.schema_version where version = 99');
    await postgres.query('alter table event_store.schema_version drop column works_for, drop column release');
    const log = await postgres.openEmpty();
    await log.append('a', 'no-stream', [anEvent()]);
    await log.close();
  });
});

describe('reading types', () => {
  it('does not read the log for types that it lacks, whatever plan the server keeps', async () => {
    await (await postgres.openEmpty()).close();
    await postgres.query(`insert into event_store.events
      select n, 's-' || n, 0, gen_random_uuid(), 'Known', '{}', '{}' from generate_series(1, 20000) n`);
    await postgres.query('analyze event_store.events');
    const touched = async () => {
      const [row] = await postgres.query(
        `select sum(idx_tup_read)::integer as read from pg_stat_user_indexes where relname = 'events'`,
      );
      return Number(row?.read);
    };
    const before = await touched();
    const log = await postgres.open({ readers: 1 });
    const filter = { types: ['Known', 'Never', 'NeverEither', 'Unheard'] };
    // After five executions the server may keep one plan for all values.
    for (let n = 0n; n < 20n; n += 1n) {
      const page = await log.readAll(n * 10n, filter, 10);
      expect(page.events).toHaveLength(10);
    }
    await log.close();
    // Counted when the reader's connection has ended.
    await expect.poll(touched).toBeGreaterThan(before);
    expect((await touched()) - before).toBeLessThan(20_000);
  });
});

describe('a flush', () => {
  it('takes all waiting appends, reports them, and notifies once', async () => {
    const flushes: FlushReport[] = [];
    const log = await postgres.openEmpty({ onFlush: (flush) => flushes.push(flush) });
    const listener = new pg.Client({ connectionString: postgres.url() });
    await listener.connect();
    const heads: string[] = [];
    listener.on('notification', ({ payload }) => heads.push(payload ?? ''));
    await listener.query('listen event_store_head');

    const appends = Array.from({ length: 200 }, () => log.append(aStream(), 'no-stream', events(2)));
    await eventually(() => expect(log.queueDepth).toBeGreaterThan(0));
    await Promise.all(appends);
    expect(log.queueDepth).toBe(0);
    expect(flushes.length).toBeLessThan(5);
    expect(flushes.reduce((sum, flush) => sum + flush.appends, 0)).toBe(200);
    expect(flushes.reduce((sum, flush) => sum + flush.events, 0)).toBe(400);
    expect(Math.min(...flushes.map((flush) => flush.ms))).toBeGreaterThan(0);
    await eventually(() => expect(heads.at(-1)).toBe('400'));
    expect(heads).toHaveLength(flushes.length);
    await listener.end();
    await log.close();
  });

  it('survives an observer that throws', async () => {
    const error = vi.fn();
    const log = await postgres.openEmpty({
      log: { warn: vi.fn(), error },
      onFlush: () => {
        throw new Error('metrics');
      },
    });
    expect((await log.append('a', 'any', [anEvent()])).position).toBe(1n);
    expect((await log.append('a', 'any', [anEvent()])).position).toBe(2n);
    expect(error).toHaveBeenCalledTimes(2);
    await log.close();
  });

  it('stores the exact bytes of the JSON', async () => {
    const log = await postgres.openEmpty();
    const data = { z: 1, a: 'é\u0000"\\', '2': [1e21, -0, 0.1], nested: { b: 1, a: 2 } };
    await log.append('a', 'any', [anEvent({ data, metadata: { b: 1, a: 2 } })]);
    const stored = await postgres.query(
      'select data::text as data, metadata::text as metadata from event_store.events',
    );
    expect(stored).toEqual([{ data: JSON.stringify(data), metadata: '{"b":1,"a":2}' }]);
    await log.close();
  });

  it('sees earlier commits, whatever the database’s default isolation', async () => {
    const database = new URL(postgres.url()).pathname.slice(1);
    await postgres.query(`alter database ${database} set default_transaction_isolation = 'serializable'`);
    const logs = await Promise.all([postgres.openEmpty(), postgres.open()]);
    await Promise.all(
      logs.flatMap((log) =>
        Array.from({ length: 50 }, async () => {
          await log.append('hot', 'any', [anEvent()]);
          await log.append('hot', 'stream-exists', [anEvent()]);
        }),
      ),
    );
    expect(await logs[0]?.head()).toBe(200n);
    await Promise.all(logs.map((log) => log.close()));
    await postgres.query(`alter database ${database} reset default_transaction_isolation`);
  });

  it('fails only the append whose values the server refuses', async () => {
    const warn = vi.fn();
    const log = await postgres.openEmpty({ log: { warn, error: vi.fn() } });
    await postgres.query(`alter table event_store.events add constraint no_poison check (type <> 'Poison')`);
    const results = await Promise.allSettled(
      ['Fine', 'Poison', 'Fine', 'Poison', 'Fine'].map((type) =>
        log.append(aStream(), 'no-stream', [anEvent({ type })]),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(results[1]).toMatchObject({ reason: { code: '23514' } });
    expect((await everything(log)).map((event) => event.position)).toEqual(positionsTo(3));
    expect(warn).not.toHaveBeenCalled();
    await postgres.query('alter table event_store.events drop constraint no_poison');
    await log.close();
  });
});

describe('when connections break', () => {
  it('appends everything once while its connections keep breaking', async () => {
    const warn = vi.fn();
    const log = await postgres.openEmpty({ log: { warn, error: vi.fn() } });
    let cut = 0;
    const cutting = (async () => {
      while (cut < 5) cut += await postgres.breakConnections('writer');
    })();
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      let n = 0;
      for (; n < 25 || cut < 5; n += 1)
        await log.append(`s-${caller}`, n === 0 ? 'no-stream' : n - 1, [anEvent()]);
      return n;
    });
    const appended = await Promise.all(callers);
    await cutting;
    expect(warn).toHaveBeenCalled();
    const total = appended.reduce((sum, n) => sum + n, 0);
    expect((await everything(log)).map((event) => event.position)).toEqual(positionsTo(total));
    await log.close();
  });

  it.each(['listener', 'reader'])('follows without gap or repeat when its %s breaks', async (role) => {
    const log = await postgres.openEmpty();
    const writer = await postgres.open();
    const seen: bigint[] = [];
    const subscription = log.subscribe(
      0n,
      async ({ events: batch }) => {
        seen.push(...batch.map((event) => event.position));
      },
      { batchSize: 10 },
    );
    for (let n = 0; n < 200; n += 1) {
      await writer.append(aStream(), 'no-stream', [anEvent()]);
      if (n % 50 === 25)
        await eventually(async () => expect(await postgres.breakConnections(role)).toBeGreaterThan(0));
    }
    await eventually(() => expect(seen).toEqual(positionsTo(200)));
    await subscription.stop();
    await Promise.all([log.close(), writer.close()]);
  });

  it('logs the start and the end, but not each connection and try', async () => {
    const warn = vi.fn();
    const log = await postgres.openEmpty({ log: { warn, error: vi.fn() }, calmMs: 2_000 });
    const writer = await postgres.open();
    const seen: bigint[][] = Array.from({ length: 10 }, () => []);
    for (const positions of seen) {
      log.subscribe(0n, async (batch) => void positions.push(batch.position));
    }
    await log.append('a', 'any', [anEvent()]);
    await eventually(() => expect(seen.map((positions) => positions.at(-1))).toEqual(seen.map(() => 1n)));
    const broken = await Promise.all(['listener', 'reader', 'writer'].map(postgres.breakConnections));
    expect(broken.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2);
    await writer.append('a', 'any', [anEvent()]);
    await eventually(() => expect(seen.map((positions) => positions.at(-1))).toEqual(seen.map(() => 2n)));
    await eventually(() =>
      expect(warn.mock.calls.map(([, message]) => message)).toEqual([
        'event log: PostgreSQL fails, trying again',
        'event log: PostgreSQL answers again',
      ]),
    );
    await Promise.all([log.close(), writer.close()]);
  });

  it('fails to open on a server that accepts and does not answer', async () => {
    const sockets: Socket[] = [];
    const deaf = createServer((socket) => sockets.push(socket));
    const port = await freePort();
    await new Promise<void>((resolve) => deaf.listen(port, '127.0.0.1', resolve));
    const connectionString = `postgres://a:b@127.0.0.1:${port}/c`;
    await expect(openPostgresLog({ connectionString, connectTimeoutMs: 200 })).rejects.toThrow('timeout');
    for (const socket of sockets) socket.destroy();
    deaf.close();
  });

  it('gives up on time with a limited queue, then continues', async () => {
    const log = await postgres.openEmpty({ appendTimeoutMs: 400, maxQueue: 3 });
    const blocker = new pg.Client({ connectionString: postgres.url() });
    await blocker.connect();
    await blocker.query('begin; lock table event_store.events in access exclusive mode');

    const attempted = log.append(aStream(), 'any', [anEvent()]);
    await eventually(() => expect(log.queueDepth).toBe(0));
    const late = [attempted, ...events(3).map((event) => log.append(aStream(), 'any', [event]))];
    expect(log.queueDepth).toBe(3);
    await expect(log.append(aStream(), 'any', [anEvent()])).rejects.toThrow('Too many appends');
    for (const append of late) await expect(append).rejects.toThrow(LogUnavailableError);

    await blocker.query('rollback');
    await blocker.end();
    // With a slow disk, a later try succeeds.
    const { position } = await eventually(() => log.append(aStream(), 'any', [anEvent()]));
    expect(position).toBe(1n);
    await log.close();
  });
});

describe('reading', () => {
  it('skips events that a type filter leaves out', async () => {
    const log = await postgres.openEmpty();
    await postgres.query(
      `insert into event_store.events
       select n, 'bulk', n - 1, gen_random_uuid(), case when n % 20000 = 0 then 'Rare' else 'Common' end, '{}', '{}'
       from generate_series(1, 60000) n`,
    );
    const rare = await log.readAll(0n, { types: ['Rare'] });
    expect(rare.events.map((event) => event.position)).toEqual([20000n]);
    expect((await everything(log, { filter: { types: ['Rare'] } })).map((event) => event.position)).toEqual([
      20000n,
      40000n,
      60000n,
    ]);
    expect(await log.readAll(0n, { types: ['Unheard'] })).toEqual({
      events: [],
      position: 60000n,
      live: true,
    });
    // There is no index for prefixes in log order: a page scans a limited range, so that the statement stays short.
    const byPrefix = await log.readAll(0n, { streamPrefixes: ['unheard'] });
    expect(byPrefix).toEqual({ events: [], position: 10000n, live: false });
    expect(await everything(log, { filter: { streamPrefixes: ['bulk'], types: ['Rare'] } })).toHaveLength(3);
    await log.close();
  });

  it('shares one listening connection among all subscriptions, and has none without', async () => {
    const log = await postgres.openEmpty();
    await collect(log.readStream('a'));
    const listening = () =>
      postgres.query(
        `select 1 from pg_stat_activity where datname = current_database() and application_name = 'event-store listener'`,
      );
    expect(await listening()).toHaveLength(0);
    const handler = vi.fn(async () => undefined);
    const subscriptions = Array.from({ length: 20 }, () => log.subscribe(0n, handler));
    const other = await postgres.open();
    await other.append(`x-${randomUUID()}`, 'any', [anEvent()]);
    await eventually(() => expect(handler).toHaveBeenCalledTimes(20));
    expect(await listening()).toHaveLength(1);
    await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    await Promise.all([log.close(), other.close()]);
  });

  it('does not read what it appends, even if the notification comes before the answer', async () => {
    const log = await postgres.openEmpty();
    const positions: bigint[] = [];
    const subscription = log.subscribe(0n, async ({ events }) => {
      positions.push(...events.map(({ position }) => position));
    });
    await log.append('a', 'any', [anEvent()]);
    await eventually(() => expect(positions).toEqual([1n]));
    const queries = vi.spyOn(pg.Pool.prototype, 'query');
    const [blocker, listener] = await Promise.all([connected(), connected()]);
    await blocker.query(`select pg_advisory_lock(${lockClass}, 1)`);
    await listener.query(`listen ${headChannel}`);
    const appended = log.append('a', 'any', [anEvent()]);
    await eventually(() => expect(queries).toHaveBeenCalledWith(expect.objectContaining({ name: 'append' })));
    const heard = once(listener, 'notification');
    await blocker.query(`notify ${headChannel}, '2'`);
    await heard;
    // The log's own connection may hear it a little later.
    await log.head();
    await blocker.query(`select pg_advisory_unlock(${lockClass}, 1)`);
    await appended;
    await eventually(() => expect(positions).toEqual([1n, 2n]));
    expect(queries).not.toHaveBeenCalledWith(expect.objectContaining({ name: 'page' }));
    queries.mockRestore();
    await subscription.stop();
    await Promise.all([log.close(), blocker.end(), listener.end()]);
  });

  it('continues after invalid notifications of another program', async () => {
    const log = await postgres.openEmpty();
    const handler = vi.fn(async () => undefined);
    const subscription = log.subscribe(0n, handler);
    await log.append('a', 'any', [anEvent()]);
    await eventually(() => expect(handler).toHaveBeenCalledTimes(1));
    await postgres.query(`notify event_store_head, 'nonsense'; notify event_store_head`);
    const other = await postgres.open();
    await other.append('a', 'any', [anEvent()]);
    await eventually(() => expect(handler).toHaveBeenCalledTimes(2));
    await subscription.stop();
    await Promise.all([log.close(), other.close()]);
  });

  it('is interrupted by closing, without a wait', async () => {
    const log = await postgres.openEmpty();
    await log.head();
    const blocker = new pg.Client({ connectionString: postgres.url() }).on('error', () => undefined);
    await blocker.connect();
    await blocker.query('begin; lock table event_store.events in access exclusive mode');
    const read = log.readAll(0n).catch((error: Error) => error.message);
    const subscription = log.subscribe(0n, async () => undefined);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await eventually(async () => expect((await postgres.query(waiting)).length).toBeGreaterThan(1));
    await log.close();
    await subscription.done;
    expect(await read).toBe('Connection terminated');
    await blocker.query('rollback');
    await blocker.end();
  });
});

describe('the health of a log', () => {
  it('is asked for at once, and leaves nothing in it', async () => {
    const log = await postgres.openEmpty({ pollMs: 3_600_000 });
    await log.append('a', 'any', [anEvent()]);
    expect(await log.pulse()).toBe(1n);
    const other = await postgres.open();
    await other.append('a', 'any', [anEvent()]);
    expect(await Promise.all([log.pulse(), log.pulse()])).toEqual([2n, 2n]);
    await log.confirmWritable();
    expect(await everything(log)).toHaveLength(2);
    await Promise.all([log.close(), other.close()]);
    await expect(log.pulse()).rejects.toThrow(LogUnavailableError);
    await expect(log.confirmWritable()).rejects.toThrow();
  });
});
