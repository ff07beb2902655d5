import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memoryLog } from '../../test/followedLog.ts';
import { Connections } from '../storage/connections.ts';
import { acquireLease, keepLease, type Lease, releaseLease } from './lease.ts';
import { prepareSchemas } from './schema.ts';

const slot = 'a_model';

let database: TestDatabase;
let connections: Connections;
let other: pg.Client;
beforeEach(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 4);
  await prepareSchemas(connections, [], memoryLog);
  await connections.query('insert into projections.leases (model) values ($1)', [slot]);
  other = new pg.Client(database.url);
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await connections.close();
  await database.drop();
});

const failure = (): never => {
  throw new Error('The lease was lost');
};

async function taken(holder: string): Promise<Lease> {
  const lease = await acquireLease(connections, slot, holder);
  if (lease === null) throw new Error('Another process has the lease');
  return lease;
}

/** Number of renewals that wait for another transaction. */
async function waitingRenewals(): Promise<number> {
  const [row] = await connections.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity
     where wait_event_type = 'Lock' and query like 'update projections.leases%' and datname = current_database()`,
  );
  return row?.waiting ?? 0;
}

it('is free at once when returned, even with a renewal in flight', async () => {
  const lease = await taken('one');
  const stopRenewing = keepLease(connections, lease, failure);
  await other.query('begin');
  await other.query('select from projections.leases where model = $1 for update', [slot]);
  await expect.poll(waitingRenewals).toBe(1);
  const given = stopRenewing().then(() => releaseLease(connections, lease));
  await other.query('commit');
  await given;
  await expect(taken('two')).resolves.toMatchObject({ slot });
});
