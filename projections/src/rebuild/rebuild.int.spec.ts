import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductEvent } from '@pmcw/contracts/events';
import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump } from '../../test/dump.ts';
import { memoryLog } from '../../test/followedLog.ts';
import { keptLog } from '../../test/logger.ts';
import { message, recordsOf, registration } from '../../test/records.ts';
import { type ScriptedStore, scriptedStore } from '../../test/scriptedStore.ts';
import { createMessagesModel } from '../messages/model.ts';
import { profilesModel } from '../profiles/model.ts';
import { PoisonEventError } from '../runner/failures.ts';
import { acquireLease } from '../runner/lease.ts';
import type { ReadModel } from '../runner/model.ts';
import { runnerContext } from '../runner/options.ts';
import { createProjector, type Projector } from '../runner/projector.ts';
import { prepareSchemas } from '../runner/schema.ts';
import { Connections } from '../storage/connections.ts';
import { RebuildRunningError, rebuild } from './rebuild.ts';

const model = createMessagesModel();
const signal = new AbortController().signal;
const history: ProductEvent[] = [registration(1), registration(2)];
for (let n = 0; n < 3000; n += 1) history.push(message(`early-${n}`, 1 + (n % 2), 2 - (n % 2)));

let database: TestDatabase;
let connections: Connections;
let eventStore: ScriptedStore;
let projector: Projector;
let head: bigint;

beforeEach(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 6);
  eventStore = scriptedStore(recordsOf(history));
  head = BigInt(history.length);
  projector = createProjector(projectorOptions());
});
afterEach(async () => {
  await projector.stop();
  await connections.close();
  await database.drop();
});

const projectorOptions = () => ({
  eventStore,
  incarnations: onlyIncarnation,
  connectionString: database.url,
  logger: keptLog(),
  models: [model],
});

const context = () =>
  runnerContext({
    eventStore,
    incarnations: onlyIncarnation,
    connections,
    logger: keptLog(),
    holder: 'spec',
  });

function write(...events: readonly ProductEvent[]): void {
  eventStore.push(...recordsOf(events, head));
  head += BigInt(events.length);
}

/** A rebuild fills it faster than following does. */
const lengthenLog = () => write(...Array.from({ length: 3000 }, (_, n) => message(`more-${n}`, 1, 2)));

const positionNow = async () => (await projector.status())[0]?.position;

/** Checkpoint and tables as seen by one statement. */
const glance = `
  select c.position::integer as position, (select count(*)::integer from messages.messages) as messages,
    (select coalesce(sum(unread_count), 0)::integer from messages.conversations) as unread,
    (select max(last_position)::integer from messages.conversations) as newest
  from projections.checkpoints c where c.model = 'messages'`;

interface Glance {
  position: number;
  messages: number;
  unread: number;
  newest: number | null;
}

/** Watches the model; every look must be right for the position that it shows. */
async function watch(until: AbortSignal): Promise<number> {
  let before = 0;
  let looks = 0;
  for (; !until.aborted; looks += 1) {
    const [seen] = await connections.query<Glance>(glance);
    if (seen === undefined) throw new Error('No checkpoint');
    const { position, ...tables } = seen;
    // Every event but the first two is an unread message.
    expect(tables).toEqual({ messages: position - 2, unread: position - 2, newest: position });
    expect(position).toBeGreaterThanOrEqual(before);
    before = position;
  }
  return looks;
}

describe('a rebuild', () => {
  it('swaps the tables while they are written and read, without any wrong answer', async () => {
    await projector.start();
    await expect.poll(positionNow).toBe(head);
    const over = new AbortController();
    const watchers = [watch(over.signal), watch(over.signal), watch(over.signal)];
    const writer = (async () => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        write(message(`late-${n}`, 1, 2));
        // biome-ignore lint/plugin: a pace that lets other work in this process run
        await sleep(1);
      }
    })();
    const first = await tableIds();
    for (let n = 0; n < 3; n += 1) await rebuild(model, context(), { signal });
    over.abort();
    await writer;
    expect((await Promise.all(watchers)).every((looks) => looks > 0)).toBe(true);
    expect(await tableIds()).not.toEqual(first);
    await expect.poll(positionNow).toBe(head);
    expect((await projector.status())[0]).toMatchObject({ state: 'running', lag: 0n });
    expect(await connections.query<Glance>(glance)).toMatchObject([{ position: Number(head) }]);
  });

  it('makes the same tables, indexes and keys as a first start', async () => {
    await prepareSchemas(connections, [model], memoryLog);
    const before = await structure();
    await projector.start();
    await expect.poll(positionNow).toBe(head);
    const rows = await dump(connections, model.name);
    await rebuild(model, context(), { signal });
    expect(await structure()).toEqual(before);
    expect(await dump(connections, model.name)).toEqual(rows);
  });

  it('is not noticed by the prepared statements of readers', async () => {
    await projector.start();
    await expect.poll(positionNow).toBe(head);
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    const count = { name: 'count', text: 'select count(*)::integer as count from messages.messages' };
    const counted = async () => (await reader.query<{ count: number }>(count)).rows[0]?.count;
    // The server fixes the plan of a prepared statement after five uses.
    for (let n = 0; n < 7; n += 1) expect(await counted()).toBe(3000);
    await rebuild(model, context(), { signal });
    write(message('late', 1, 2));
    await expect.poll(counted).toBe(3001);
    await reader.end();
  });

  it('waits for a reader that is in the way', async () => {
    await projector.start();
    await expect.poll(positionNow).toBe(head);
    let rebuilt = false;
    const reading = connections.transaction('messages', async (tx) => {
      await tx.query('select from messages limit 1');
      const rebuilding = rebuild(model, context(), { signal }).then(() => {
        rebuilt = true;
      });
      await expect.poll(() => waitingForLocks()).toBeGreaterThan(0);
      await tx.query('select from conversations limit 1');
      expect(rebuilt).toBe(false);
      return { rebuilding };
    });
    await (await reading).rebuilding;
    expect(rebuilt).toBe(true);
  });

  it('leaves the tables in use unchanged when it fails, and nothing else behind', async () => {
    await projector.start();
    await expect.poll(positionNow).toBe(head);
    const before = await tableIds();
    const failing: ReadModel = { ...model, apply: () => Promise.reject(new RangeError('no')) };
    await expect(rebuild(failing, context(), { signal })).rejects.toBeInstanceOf(PoisonEventError);
    expect(await tableIds()).toEqual(before);
    expect(await connections.query("select to_regnamespace('messages_next') as next")).toEqual([
      { next: null },
    ]);
    expect(await connections.query('select model from projections.checkpoints')).toEqual([
      { model: 'messages' },
    ]);
    await rebuild(model, context(), { signal });
  });

  it('fills the tables of a first start, if the log is long', async () => {
    lengthenLog();
    await prepareSchemas(connections, [model], memoryLog);
    const before = await tableIds();
    await projector.start();
    await expect.poll(positionNow).toBe(head);
    expect(await tableIds()).not.toEqual(before);
    expect(await projector.prepared()).toBe(1);
  });

  it('leaves at least the events before a poison event, if the tables were empty', async () => {
    lengthenLog();
    eventStore.push(...recordsOf([message('poison', 1, 2), message('later', 2, 1)], head));
    const picky: ReadModel = {
      ...model,
      apply: (tx, events) =>
        events.some(({ position }) => position === head + 1n)
          ? Promise.reject(new RangeError('no'))
          : model.apply(tx, events),
    };
    const stopping = createProjector({ ...projectorOptions(), models: [picky] });
    await stopping.start();
    await expect.poll(() => stopping.status()).toMatchObject([{ state: 'poisoned', position: head }]);
    expect(await stopping.prepared()).toBe(1);
    await stopping.stop();
  });

  it('is not broken by another one that fails, and shares its reads', async () => {
    await prepareSchemas(connections, [model, profilesModel], memoryLog);
    let reads = 0;
    const { readAll } = eventStore;
    const counting: ScriptedStore = {
      ...eventStore,
      readAll: (...given) => {
        reads += 1;
        return readAll(...given);
      },
    };
    const shared = runnerContext({ ...context(), eventStore: counting });
    // Each folds once both have the page.
    let waiting = 2;
    let letBoth = () => {};
    const bothHavePage = new Promise<void>((resolve) => {
      letBoth = resolve;
    });
    const together = (one: ReadModel, apply: ReadModel['apply']): ReadModel => ({
      ...one,
      async apply(tx, events) {
        waiting -= 1;
        if (waiting === 0) letBoth();
        await bothHavePage;
        await apply(tx, events);
      },
    });
    const failing = together(model, () => Promise.reject(new RangeError('no')));
    const other = together(profilesModel, profilesModel.apply);
    const [failed, done] = await Promise.allSettled([
      rebuild(failing, shared, { signal }),
      rebuild(other, shared, { signal }),
    ]);
    expect([failed.status, done.status]).toEqual(['rejected', 'fulfilled']);
    expect(await connections.query('select member_id from profiles.profiles order by member_id')).toEqual([
      { member_id: 1 },
      { member_id: 2 },
    ]);
    // One page, and another look at the head after the indexes.
    expect(reads).toBe(2);
  });

  it('is refused while another one runs', async () => {
    await prepareSchemas(connections, [model], memoryLog);
    await connections.query("insert into projections.leases (model) values ('messages_next')");
    await acquireLease(connections, 'messages_next', 'another');
    await expect(rebuild(model, context(), { signal })).rejects.toBeInstanceOf(RebuildRunningError);
  });

  it('stops on request', async () => {
    await prepareSchemas(connections, [model], memoryLog);
    const stopping = new AbortController();
    const rebuilding = rebuild(model, context(), {
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    });
    await expect(rebuilding).rejects.toThrow('stopped');
    expect(await connections.query("select to_regnamespace('messages_next') as next")).toEqual([
      { next: null },
    ]);
  });
});

const tableIds = () =>
  connections.query("select oid from pg_class where relnamespace = 'messages'::regnamespace order by oid");

const structure = () =>
  connections.query("select indexdef from pg_indexes where schemaname = 'messages' order by indexdef");

async function waitingForLocks(): Promise<number> {
  const [row] = await connections.query<{ count: number }>(
    'select count(*)::integer as count from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
  );
  return row?.count ?? 0;
}
