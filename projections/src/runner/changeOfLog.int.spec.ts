import type { EngineName } from '@pmcw/event-store';
import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump } from '../../test/dump.ts';
import { type KeptLog, keptLog } from '../../test/logger.ts';
import { message, recordsOf, registration } from '../../test/records.ts';
import { type ScriptedStore, scriptedStore } from '../../test/scriptedStore.ts';
import { createMessagesModel } from '../messages/model.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { Connections } from '../storage/connections.ts';
import type { ProductRecord, ReadModel } from './model.ts';
import { runnerContext } from './options.ts';
import { createProjector, type Projector } from './projector.ts';
import { createProjectionsChecks } from './readiness.ts';

const model = createMessagesModel();
const history = [registration(1), registration(2), message('a', 1, 2), message('b', 2, 1), message('c', 1)];

let database: TestDatabase;
let connections: Connections;
let logger: KeptLog;
let started: Projector[];

beforeEach(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 3);
  logger = keptLog();
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((projector) => projector.stop()));
  await connections.close();
  await database.drop();
});

async function follow(eventStore: ScriptedStore, models = [model], registry?: Registry): Promise<Projector> {
  const options = {
    eventStore,
    incarnations: onlyIncarnation,
    connectionString: database.url,
    logger,
    models,
  };
  const projector = createProjector(registry === undefined ? options : { ...options, registry });
  started.push(projector);
  await projector.start();
  return projector;
}

async function stop(projector: Projector): Promise<void> {
  started = started.filter((other) => other !== projector);
  await projector.stop();
}

/** The same events at positions of another engine: multiplied by a factor. */
const movedBy = (records: readonly ProductRecord[], factor: bigint): ProductRecord[] =>
  records.map((record) => ({ ...record, position: record.position * factor }));

const logOn = (engine: EngineName, records: readonly ProductRecord[]) =>
  scriptedStore(records, undefined, engine);

const statusOf = async (projector: Projector) => (await projector.status())[0];

/** The schemas of a model. */
const schemas = () =>
  connections.query<{ name: string }>(
    "select nspname as name from pg_namespace where nspname like 'messages%' order by 1",
  );

const checkpoints = () =>
  connections.query('select model, position, engine, stranded from projections.checkpoints order by model');

async function ids(): Promise<string[]> {
  const rows = await connections.query<{ message_id: string }>(
    'select message_id from messages.messages order by position',
  );
  return rows.map((row) => row.message_id);
}

describe('a log that was moved to another engine', () => {
  it.each<[EngineName, EngineName, bigint]>([
    ['postgres', 'eventstoredb', 1_000n],
    ['eventstoredb', 'postgres', 1n],
  ])('from %s to %s rebuilds the model while the old rows stay in use', async (from, to, factor) => {
    const records = recordsOf(history);
    const before = await follow(logOn(from, movedBy(records, 1_000n / factor)));
    await expect.poll(() => statusOf(before)).toMatchObject({ state: 'running', lag: 0n });
    await stop(before);

    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const log = logOn(to, movedBy(records, factor));
    const readAll = log.readAll;
    const slow = {
      ...log,
      readAll: async (...args: Parameters<typeof readAll>) => {
        await gate;
        return readAll(...args);
      },
    };
    const after = await follow(slow);
    await expect.poll(() => statusOf(after)).toMatchObject({ state: 'rebuilding', position: 0n });
    expect(await ids()).toEqual(['a', 'b', 'c']);
    open();
    await expect
      .poll(() => statusOf(after))
      .toMatchObject({
        state: 'running',
        position: 5n * factor,
        lag: 0n,
      });
    expect(await ids()).toEqual(['a', 'b', 'c']);
    log.push(...movedBy(recordsOf([message('d', 1, 2)], 5n), factor));
    await expect.poll(ids).toEqual(['a', 'b', 'c', 'd']);
    const live = await dump(connections, 'messages');
    await rebuild(
      model,
      runnerContext({ eventStore: log, incarnations: onlyIncarnation, connections, logger, holder: 'spec' }),
      {
        signal: new AbortController().signal,
      },
    );
    expect(await dump(connections, 'messages')).toEqual(live);
    expect(await schemas()).toEqual([{ name: 'messages' }]);
    expect(await checkpoints()).toEqual([
      { model: 'messages', position: String(6n * factor), engine: to, stranded: null },
    ]);
  });

  it('is not assumed for tables from before there were engines: those follow PostgreSQL', async () => {
    const records = recordsOf(history);
    const before = await follow(logOn('postgres', records));
    await expect.poll(() => statusOf(before)).toMatchObject({ state: 'running', lag: 0n });
    await stop(before);
    await connections.query(`alter table projections.checkpoints drop column engine, drop column head,
      drop column stranded, drop column last_stream, drop column last_revision, drop column last_event_id`);
    const [{ oid } = { oid: 0 }] = await connections.query<{ oid: number }>(
      "select 'messages.messages'::regclass::oid::integer as oid",
    );
    const after = await follow(logOn('postgres', records));
    await expect.poll(() => statusOf(after)).toMatchObject({ state: 'running', position: 5n });
    expect(await connections.query("select 'messages.messages'::regclass::oid::integer as oid")).toEqual([
      { oid },
    ]);
  });

  it('is not reverted by a process of the old engine that still runs', async () => {
    const records = recordsOf(history);
    const old = await follow(logOn('postgres', records));
    await expect.poll(() => statusOf(old)).toMatchObject({ state: 'running', lag: 0n });
    const moved = await follow(logOn('eventstoredb', movedBy(records, 1_000n)));
    await expect.poll(() => statusOf(moved)).toMatchObject({ state: 'running', position: 5_000n });
    const error = 'its tables now follow the eventstoredb log, and this process the postgres log';
    await expect.poll(() => statusOf(old)).toMatchObject({ state: 'standby', error });
    expect(logger.lines.filter((line) => line.message === error)).toMatchObject([{ level: 'warn' }]);
    expect(await statusOf(moved)).toMatchObject({ state: 'running' });
  });
});

describe('a checkpoint that does not match the log', () => {
  /** Follows a log to its end, and stops. */
  async function followed(records: readonly ProductRecord[]): Promise<void> {
    const projector = await follow(logOn('postgres', records));
    await expect.poll(() => statusOf(projector)).toMatchObject({ state: 'running', lag: 0n });
    await stop(projector);
  }

  it('stops only its model and logs an error; a rebuild restarts it', async () => {
    const records = recordsOf(history);
    await followed(records);
    const log = logOn('postgres', records.slice(0, 3));
    const registry = new Registry();
    const other: ReadModel = { ...model, name: 'other', apply: async () => undefined };
    const projector = await follow(log, [model, other], registry);
    const error = 'its checkpoint 5 lies beyond the log, which ends at 3';
    await expect
      .poll(() => projector.status())
      .toMatchObject([
        { name: 'messages', state: 'stranded', error },
        { name: 'other', state: 'running' },
      ]);
    expect(await createProjectionsChecks(() => log.head(), projector).projections()).toMatchObject({
      ok: false,
    });
    expect(await registry.metrics()).toContain('projection_stranded{model="messages"} 1');
    expect(await registry.metrics()).toContain('projection_stranded{model="other"} 0');
    await expect
      .poll(() => logger.lines.filter(({ level }) => level === 'error'))
      .toMatchObject([
        { message: `read model stopped: ${error}. To continue: projections rebuild messages` },
      ]);

    // Not even when the log has grown beyond the checkpoint: what it missed would be lost permanently.
    log.push(...recordsOf([message('d', 1), message('e', 1), message('f', 1)], 3n));
    const grown = 'the log lacks the event that was folded last, message-c revision 0';
    await expect.poll(() => statusOf(projector)).toMatchObject({ state: 'stranded', error: grown });
    await stop(projector);
    const again = await follow(log);
    await expect.poll(() => statusOf(again)).toMatchObject({ state: 'stranded', error: grown, position: 5n });
    expect(await ids()).toEqual(['a', 'b', 'c']);
    await rebuild(
      model,
      runnerContext({ eventStore: log, incarnations: onlyIncarnation, connections, logger, holder: 'spec' }),
      {
        signal: new AbortController().signal,
      },
    );
    await expect.poll(() => statusOf(again)).toMatchObject({ state: 'running', position: 6n, error: null });
    expect(await ids()).toEqual(['a', 'd', 'e', 'f']);
  });

  it('is recognised in a longer, different log', async () => {
    await followed(recordsOf(history));
    const projector = await follow(logOn('postgres', recordsOf([...history, message('d', 1)])));
    await expect
      .poll(() => statusOf(projector))
      .toMatchObject({
        state: 'stranded',
        error: 'the log lacks the event that was folded last, message-c revision 0',
      });
  });

  it('continues without a rebuild when the right log is back', async () => {
    const records = recordsOf([...history, registration(3), registration(4)]);
    const picky: ReadModel = { ...model, types: ['MessageSent'] };
    const whole = await follow(logOn('postgres', records), [picky]);
    await expect.poll(() => statusOf(whole)).toMatchObject({ state: 'running', position: 7n });
    await stop(whole);
    const log = logOn('postgres', records.slice(0, 6));
    const projector = await follow(log, [picky]);
    await expect.poll(() => statusOf(projector)).toMatchObject({ state: 'stranded' });
    log.push(...records.slice(6), ...recordsOf([message('d', 1)], 7n));
    await expect
      .poll(() => statusOf(projector))
      .toMatchObject({ state: 'running', position: 8n, error: null });
    expect(await ids()).toEqual(['a', 'b', 'c', 'd']);
    expect(await checkpoints()).toMatchObject([{ position: '8', stranded: null }]);
  });

  it('does not continue when the log was restored to before it and has grown past it', async () => {
    const picky: ReadModel = { ...model, types: ['MessageSent'] };
    const records = recordsOf([...history, registration(3), registration(4)]);
    const whole = await follow(logOn('postgres', records), [picky]);
    await expect.poll(() => statusOf(whole)).toMatchObject({ state: 'running', position: 7n });
    await stop(whole);
    const log = logOn('postgres', records.slice(0, 5));
    const projector = await follow(log, [picky]);
    await expect.poll(() => statusOf(projector)).toMatchObject({ state: 'stranded' });
    // It contains the event that was folded last, and events that were never folded.
    log.push(...recordsOf([message('d', 1), registration(3), message('e', 1)], 5n));
    await expect
      .poll(() => statusOf(projector))
      .toMatchObject({
        state: 'stranded',
        error: 'the log has events before its checkpoint 7 that were not folded',
      });
    expect(await checkpoints()).toMatchObject([
      { position: '7', stranded: expect.stringContaining('not folded') },
    ]);
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });

  it('causes no false alarm while several processes take turns and the log grows', async () => {
    const records = recordsOf(history);
    const log = logOn('postgres', records);
    let position = 5n;
    const writing = setInterval(() => {
      log.push(...recordsOf([message(`late-${position}`, 1)], position));
      position += 1n;
    }, 10);
    for (let turn = 0; turn < 6; turn += 1) {
      const [one, two] = [await follow(log), await follow(log)];
      const from = position;
      await expect.poll(async () => (await statusOf(two))?.position ?? 0n).toBeGreaterThan(from);
      await Promise.all([stop(one), stop(two)]);
    }
    clearInterval(writing);
    expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
    const last = await follow(log);
    await expect.poll(() => statusOf(last)).toMatchObject({ state: 'running', position });
    expect(await ids()).toHaveLength(Number(position) - 2);
  });
});

describe('the remains of a rebuild', () => {
  it('are none, after a change of version', async () => {
    const log = logOn('postgres', recordsOf(history));
    const before = await follow(log);
    await expect.poll(() => statusOf(before)).toMatchObject({ state: 'running', lag: 0n });
    await stop(before);
    const version = model.version + 1;
    const after = await follow(log, [{ ...model, version }]);
    await expect.poll(() => statusOf(after)).toMatchObject({ version, state: 'running', lag: 0n });
    await expect.poll(schemas).toEqual([{ name: 'messages' }]);
    expect(await checkpoints()).toHaveLength(1);
  });

  it('are removed by the writer of the model, if the rebuild was killed', async () => {
    const log = logOn('postgres', recordsOf(history));
    const before = await follow(log);
    await expect.poll(() => statusOf(before)).toMatchObject({ state: 'running', lag: 0n });
    await stop(before);
    // As left by a process that died in the middle.
    await connections.query(`create schema messages_next; create table messages_next.messages (x integer);
      insert into projections.checkpoints (model, position, version) values ('messages_next', 3, 1);
      insert into projections.leases (model) values ('messages_next') on conflict do nothing`);
    const after = await follow(log);
    await expect.poll(schemas).toEqual([{ name: 'messages' }]);
    await expect.poll(checkpoints).toHaveLength(1);
    expect(await statusOf(after)).toMatchObject({ state: 'running' });
  });
});
