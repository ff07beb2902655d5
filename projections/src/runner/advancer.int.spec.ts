import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memoryLog } from '../../test/followedLog.ts';
import { productModels } from '../models.ts';
import { Connections } from '../storage/connections.ts';
import { Advancer } from './advancer.ts';
import { readCheckpoints, type Step } from './checkpoint.ts';
import { acquireLease } from './lease.ts';
import { prepareSchemas } from './schema.ts';

const models = productModels.slice(0, 3);
const slots = models.map(({ name }) => name);

let database: TestDatabase;
let connections: Connections;
let advancer: Advancer;
let steps: Step[];
beforeEach(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 4);
  await prepareSchemas(connections, models, memoryLog);
  advancer = new Advancer(connections);
  steps = [];
  for (const model of models) {
    const lease = await acquireLease(connections, model.name, 'one');
    if (lease === null) throw new Error('Another process has the lease');
    steps.push({ model, engine: memoryLog.engine, lease, from: 0n, to: 7n });
  }
});
afterEach(async () => {
  await connections.close();
  await database.drop();
});

const advance = () => Promise.all(steps.map((step) => advancer.advance(step)));

async function positions(): Promise<readonly (bigint | undefined)[]> {
  const found = await readCheckpoints(connections, slots);
  return slots.map((slot) => found.get(slot)?.position);
}

it('moves the checkpoints of all models in one transaction', async () => {
  expect(await advance()).toEqual([true, true, true]);
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
  expect(await advance()).toEqual([true, false, true]);
  expect(await positions()).toEqual([7n, before, 7n]);
});

it('does not wait for a lease that is locked', async () => {
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query('begin');
  await other.query('select from projections.leases where model = $1 for update', [slots[0]]);
  expect(await advance()).toEqual([false, true, true]);
  await other.query('rollback');
  await other.end();
  expect(await positions()).toEqual([0n, 7n, 7n]);
});

it('fails for all when the statement fails', async () => {
  await connections.query('alter table projections.leases rename to hidden');
  const outcomes = await Promise.allSettled(steps.map((step) => advancer.advance(step)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});
