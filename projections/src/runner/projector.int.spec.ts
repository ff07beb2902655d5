import { UnreadableEventError } from '@pmcw/event-store';
import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KeptLog, keptLog } from '../../test/logger.ts';
import { message, recordsOf, registration } from '../../test/records.ts';
import { type ScriptedStore, scriptedStore } from '../../test/scriptedStore.ts';
import { accountsModel } from '../accounts/model.ts';
import { createMessagesModel } from '../messages/model.ts';
import { rebuild } from '../rebuild/rebuild.ts';
import { integer } from '../storage/columns.ts';
import { Connections } from '../storage/connections.ts';
import { defineTable } from '../storage/table.ts';
import { modelNames } from '../tables.ts';
import type { ReadModel } from './model.ts';
import { runnerContext } from './options.ts';
import { createProjector, type Projector } from './projector.ts';

const messagesModel = createMessagesModel();

let database: TestDatabase;
let connections: Connections;
let eventStore: ScriptedStore;
let logger: KeptLog;
let started: Projector[];

beforeEach(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 2);
  eventStore = scriptedStore(recordsOf([registration(1), registration(2), message('a', 1, 2)]));
  logger = keptLog();
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((projector) => projector.stop()));
  await connections.close();
  await database.drop();
});

async function start(models?: readonly ReadModel[], registry?: Registry): Promise<Projector> {
  const options = { eventStore, incarnations: onlyIncarnation, connectionString: database.url, logger };
  const projector = createProjector({
    ...options,
    ...(models === undefined ? {} : { models }),
    ...(registry === undefined ? {} : { registry }),
  });
  started.push(projector);
  await projector.start();
  return projector;
}

async function stop(projector: Projector): Promise<void> {
  started = started.filter((other) => other !== projector);
  await projector.stop();
}

const brief = async (projector: Projector) =>
  (await projector.status()).map(({ name, state, position }) => ({ name, state, position }));

const countOf = async (table: string) =>
  (await connections.query<{ count: number }>(`select count(*)::integer as count from ${table}`))[0]?.count;

describe('a projector', () => {
  it('brings every model to the head of the log, also over ignored events', async () => {
    const projector = await start();
    await expect
      .poll(() => brief(projector))
      .toEqual(
        modelNames.map((name) => ({
          name,
          state: 'running',
          position: 3n,
        })),
      );
    eventStore.push(...recordsOf([message('b', 2, 1)], 3n));
    await expect
      .poll(() => projector.status().then((all) => all.map(({ position, lag }) => ({ position, lag }))))
      .toEqual(modelNames.map(() => ({ position: 4n, lag: 0n })));
    expect(await countOf('messages.messages')).toBe(2);
  });

  it('has all tables once started, and starts again with dropped ones', async () => {
    await stop(await start([messagesModel]));
    await connections.query('drop schema messages cascade');
    const projector = await start([messagesModel]);
    await expect.poll(() => brief(projector)).toMatchObject([{ position: 3n }]);
    expect(await countOf('messages.messages')).toBe(1);
  });

  it('stops only the poisoned model, logs it, and continues after a rebuild has fixed it', async () => {
    const picky = pickyModel();
    const registry = new Registry();
    const projector = await start([picky, messagesModel], registry);
    await expect
      .poll(() => brief(projector))
      .toEqual([
        { name: 'picky', state: 'poisoned', position: 1n },
        { name: 'messages', state: 'running', position: 3n },
      ]);
    const [status] = await projector.status();
    expect(status?.error).toBe('UserRegistered at 2: TypeError');
    expect(await registry.metrics()).toContain('projection_poisoned{model="picky"} 1');
    expect(await registry.metrics()).toContain('projection_lag{model="picky"} 2');
    const errors = logger.lines.filter((line) => line.level === 'error');
    expect(errors).toMatchObject([{ fields: { model: 'picky', position: '2', type: 'UserRegistered' } }]);
    expect(JSON.stringify(errors)).not.toContain('Member2');

    picky.forgive();
    const given = { eventStore, incarnations: onlyIncarnation, connections, logger, holder: 'spec' };
    await rebuild(picky, runnerContext(given), { signal: new AbortController().signal });
    await expect
      .poll(() => brief(projector))
      .toMatchObject([{ state: 'running', position: 3n }, { state: 'running' }]);
  });

  it('is stopped by an event that the log cannot read, too', async () => {
    const unreadable = new UnreadableEventError(4n, 'MessageSent', 'content: expected string');
    const subscribe = () => ({ done: Promise.reject(unreadable), stop: async () => undefined });
    eventStore = { ...eventStore, subscribe };
    const projector = await start([messagesModel]);
    await expect
      .poll(() => projector.status())
      .toMatchObject([
        { state: 'poisoned', error: 'MessageSent at 4: UnreadableEventError: content: expected string' },
      ]);
    expect(
      await connections.query('select poison_position, poison_type from projections.checkpoints'),
    ).toEqual([{ poison_position: '4', poison_type: 'MessageSent' }]);
  });

  it('rebuilds a model whose code is newer than its tables, which stay in use', async () => {
    const old = await start([messagesModel]);
    await expect.poll(() => countOf('messages.messages')).toBe(1);
    const version = messagesModel.version + 1;
    const newer = {
      ...messagesModel,
      version,
      ddl: [...messagesModel.ddl, 'create table novelty (x integer)'],
    };
    const projector = await start([newer]);
    await expect.poll(() => projector.status()).toMatchObject([{ version, state: 'running', position: 3n }]);
    await expect.poll(() => countOf('messages.novelty')).toBe(0);
    eventStore.push(...recordsOf([message('b', 2, 1)], 3n));
    await expect.poll(() => countOf('messages.messages')).toBe(2);
    await expect
      .poll(() => connections.query("select to_regnamespace('messages_next') as next"))
      .toEqual([{ next: null }]);
    await stop(projector);
    await expect
      .poll(() => old.status())
      .toMatchObject([
        { state: 'standby', error: `its tables are of the newer version ${version}`, writer: null },
      ]);
    await expect(start([messagesModel])).rejects.toThrow(
      /^A later release than .* has made read models: messages\. Start release \d\S+ or .* rebuild messages$/,
    );
  });

  it('makes a second runner wait and take over when the first stops, in order and without repeats', async () => {
    const first = await start([accountsModel]);
    await expect.poll(() => brief(first)).toMatchObject([{ state: 'running', position: 3n }]);
    const second = await start([accountsModel]);
    eventStore.push(...recordsOf([registration(3)], 3n));
    await expect.poll(() => countOf('accounts.accounts')).toBe(3);
    await stop(first);
    eventStore.push(...recordsOf([registration(4)], 4n));
    await expect.poll(() => countOf('accounts.accounts')).toBe(4);
    expect(await brief(second)).toMatchObject([{ state: 'running', position: 5n }]);
  });

  it('can be stopped while the database is down', async () => {
    const projector = await start([accountsModel]);
    await expect.poll(() => brief(projector)).toMatchObject([{ position: 3n }]);
    await banEverybody(true);
    eventStore.push(...recordsOf([registration(3)], 3n));
    await expect.poll(() => logger.lines).toContainEqual(expect.objectContaining({ level: 'warn' }));
    await stop(projector);
    await banEverybody(false);
  });

  it('survives the loss of all its connections', async () => {
    const projector = await start([accountsModel]);
    await expect.poll(() => brief(projector)).toMatchObject([{ position: 3n }]);
    await connections.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    eventStore.push(...recordsOf([registration(3)], 3n));
    await expect.poll(() => countOf('accounts.accounts')).toBe(3);
    expect(await brief(projector)).toMatchObject([{ state: 'running' }]);
  });
});

/** Blocks the database under test and closes its connections, or unblocks it. */
async function banEverybody(ban: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  const elsewhere = new URL(database.url);
  elsewhere.pathname = '/postgres';
  const administration = new Connections(elsewhere.href, 1);
  await administration.query(`alter database ${name} allow_connections ${!ban}`);
  if (ban)
    await administration.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
  await administration.close();
}

/** A model that refuses the second member until `forgive` is called. */
function pickyModel(): ReadModel & { forgive(): void } {
  const ids = defineTable('ids', ['member_id'], { member_id: integer });
  let refuses = true;
  return {
    name: 'picky',
    version: 1,
    types: ['UserRegistered'],
    ddl: [ids.ddl],
    readerDdl: [],
    apply: async (_, events) => {
      if (refuses && events.some((event) => event.position === 2n))
        throw new TypeError('Member2 is not wanted');
    },
    forgive: () => {
      refuses = false;
    },
  };
}
