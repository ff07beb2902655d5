import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { memoryLog } from '../../test/followedLog.ts';
import { Connections } from '../storage/connections.ts';
import { acquireLease, type Lease, releaseLease } from './lease.ts';
import { LeaseKeeper } from './leaseKeeper.ts';
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
  const kept = new LeaseKeeper(connections).keep(lease, failure);
  await other.query('begin');
  await other.query('select from projections.leases where model = $1 for update', [slot]);
  await expect.poll(waitingRenewals).toBe(1);
  const given = kept.leave().then(() => releaseLease(connections, lease));
  await other.query('commit');
  await given;
  await expect(taken('two')).resolves.toMatchObject({ slot });
});

/** Milliseconds until each lease ends, by the database's clock. */
async function left(): Promise<ReadonlyMap<string, number>> {
  const rows = await connections.query<{ model: string; left: number }>(
    `select model, (extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as left
     from projections.leases`,
  );
  return new Map(rows.map((row) => [row.model, row.left]));
}

it('is renewed although another one of the process is locked, and that one when it is free', async () => {
  await connections.query("insert into projections.leases (model) values ('another')");
  const keeper = new LeaseKeeper(connections);
  const lease = await taken('one');
  const another = await acquireLease(connections, 'another', 'one');
  if (another === null) throw new Error('Another process has the lease');
  const kept = [lease, another].map((each) => keeper.keep(each, failure));
  await other.query('begin');
  await other.query('select from projections.leases where model = $1 for update', [slot]);
  // Longer than a lease: only the other one is renewed.
  await expect.poll(async () => (await left()).get(slot)).toBeLessThan(-300);
  await expect.poll(async () => (await left()).get('another')).toBeGreaterThan(0);
  await other.query('commit');
  await expect.poll(async () => (await left()).get(slot)).toBeGreaterThan(0);
  await Promise.all(kept.map((each) => each.leave()));
});

it('is reported as lost when another process has taken it', async () => {
  const lease = await taken('one');
  let lost = 0;
  const kept = new LeaseKeeper(connections).keep(lease, () => {
    lost += 1;
  });
  await connections.query('update projections.leases set epoch = epoch + 1');
  await expect.poll(() => lost).toBeGreaterThan(0);
  await kept.leave();
});

it('is not renewed while checkpoints renew it', async () => {
  const lease = await taken('one');
  const kept = new LeaseKeeper(connections).keep(lease, failure);
  await expect
    .poll(async () => {
      kept.renewed(0);
      return (await left()).get(slot);
    })
    .toBeLessThan(0);
  await kept.leave();
});
