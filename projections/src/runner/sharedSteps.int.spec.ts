import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptySlot } from '../../test/feed.ts';
import { memoryLog } from '../../test/followedLog.ts';
import { recordsOf, registration } from '../../test/records.ts';
import { productModels } from '../models.ts';
import { Connections } from '../storage/connections.ts';
import { readCheckpoints, type SharedStep } from './checkpoint.ts';
import { acquireLease } from './lease.ts';
import type { ReadModel } from './model.ts';
import { prepareSchemas } from './schema.ts';
import { SharedSteps } from './sharedSteps.ts';

const models = productModels.slice(0, 3);
const slots = models.map(({ name }) => name);

let database: TestDatabase;
let connections: Connections;
let shared: SharedSteps;
let steps: SharedStep[];
beforeEach(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 4);
  await prepareSchemas(connections, models, memoryLog);
  shared = new SharedSteps(connections);
  steps = [];
  for (const model of models) {
    const lease = await acquireLease(connections, model.name, 'one');
    if (lease === null) throw new Error('Another process has the lease');
    steps.push({ model, engine: memoryLog.engine, lease, from: 0n, to: 7n, events: [] });
  }
});
afterEach(async () => {
  await connections.close();
  await database.drop();
});

const take = () => Promise.all(steps.map((step) => shared.take(step)));

async function positions(): Promise<readonly (bigint | undefined)[]> {
  const found = await readCheckpoints(connections, slots);
  return slots.map((slot) => found.get(slot)?.position);
}

it('moves the checkpoints of all models in one transaction', async () => {
  expect(await take()).toEqual([true, true, true]);
  expect(await positions()).toEqual([7n, 7n, 7n]);
  const writers = await connections.query('select distinct xmin::text from projections.checkpoints');
  expect(writers).toHaveLength(1);
});

it.each([
  ['another process has the lease', 'update projections.leases set epoch = epoch + 1 where model = $1'],
  ['the checkpoint is elsewhere', 'update projections.checkpoints set position = 3 where model = $1'],
  ['the tables have another version', 'update projections.checkpoints set version = 99 where model = $1'],
  ['the tables follow another log', "update projections.checkpoints set engine = 'another' where model = $1"],
])('moves only the others when %s', async (_, change) => {
  await connections.query(change, [slots[1]]);
  const [, before] = await positions();
  expect(await take()).toEqual([true, false, true]);
  expect(await positions()).toEqual([7n, before, 7n]);
});

it('does not wait for a lease that is locked', async () => {
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query('begin');
  await other.query('select from projections.leases where model = $1 for update', [slots[0]]);
  expect(await take()).toEqual([false, true, true]);
  await other.query('rollback');
  await other.end();
  expect(await positions()).toEqual([0n, 7n, 7n]);
});

describe('steps that fold something', () => {
  const events = recordsOf([registration(1)]);
  beforeEach(() => {
    steps = steps.map((step) => ({ ...step, to: 1n, events }));
  });

  it('write rows and checkpoints of all models in one transaction, together with ignored events', async () => {
    steps = steps.map((step, n) => (n === 2 ? { ...step, events: [] } : step));
    expect(await take()).toEqual([true, true, true]);
    expect(await positions()).toEqual([1n, 1n, 1n]);
    const writers = await connections.query(
      `select xmin::text from projections.checkpoints union select xmin::text from accounts.accounts
       union select xmin::text from profiles.profiles`,
    );
    expect(writers).toHaveLength(1);
  });

  it('fold nothing for a model that another process writes', async () => {
    await connections.query('update projections.leases set epoch = epoch + 1 where model = $1', [slots[0]]);
    expect(await take()).toEqual([false, true, true]);
    expect(await connections.query('select from accounts.accounts')).toEqual([]);
    expect(await connections.query('select from profiles.profiles')).toHaveLength(1);
  });

  it('write nothing if one model fails, and are left to be taken alone', async () => {
    const apply = () => Promise.reject(new TypeError('cannot fold'));
    steps = steps.map((step, n) => (n === 1 ? { ...step, model: { ...step.model, apply } } : step));
    expect(await take()).toEqual([false, false, false]);
    expect(await positions()).toEqual([0n, 0n, 0n]);
    expect(await connections.query('select from accounts.accounts')).toEqual([]);
  });

  it('are left to be taken alone if the database goes away', async () => {
    const apply: ReadModel['apply'] = async (tx) => {
      await tx.query('select pg_terminate_backend(pg_backend_pid())');
    };
    steps = steps.map((step) => ({ ...step, model: { ...step.model, apply } }));
    expect(await take()).toEqual([false, false, false]);
    expect(await positions()).toEqual([0n, 0n, 0n]);
  });

  it('are left to be taken alone if tables of one model are locked', async () => {
    const other = new pg.Client(database.url);
    await other.connect();
    await other.query('begin; lock table profiles.profiles');
    expect(await take()).toEqual([false, false, false]);
    await other.query('rollback');
    await other.end();
    expect(await take()).toEqual([true, true, true]);
  });

  it('find the tables after a swap, although their statements are prepared', async () => {
    // PostgreSQL plans a statement once for all values at its sixth use.
    const members = recordsOf([1, 2, 3, 4, 5, 6, 7].map((id) => registration(id)));
    const takeAll = async () => {
      for (const record of members) {
        const place = { from: record.position - 1n, to: record.position, events: [record] };
        steps = steps.map((step) => ({ ...step, ...place }));
        expect(await take()).toEqual([true, true, true]);
      }
    };
    await takeAll();
    for (const model of models) await emptySlot(connections, model);
    await takeAll();
    expect(await connections.query('select from profiles.profiles')).toHaveLength(members.length);
  });
});
