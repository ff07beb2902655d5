import type pg from 'pg';
import { lockClass, migrationLock, migrations } from './schema.ts';

/** Safe in concurrent processes; requires no privileges if it is current. @throws Error for a newer schema */
export async function migrate(client: pg.ClientBase): Promise<void> {
  const before = await schemaVersion(client);
  if (before > migrations.length) {
    throw new Error(
      `The event log has schema version ${before}, newer than the ${migrations.length} known here`,
    );
  }
  if (before === migrations.length) return;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1, $2)', [lockClass, migrationLock]);
    // Another process may have migrated during the wait.
    await apply(client, await schemaVersion(client));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function apply(client: pg.ClientBase, from: number): Promise<void> {
  if (from === 0) {
    await client.query(`
      create schema if not exists event_store;
      create table event_store.schema_version (
        version integer primary key,
        applied_at timestamptz not null default now()
      )`);
  }
  for (const [index, sql] of migrations.entries()) {
    if (index < from) continue;
    await client.query(sql);
    await client.query('insert into event_store.schema_version (version) values ($1)', [index + 1]);
  }
}

async function schemaVersion(client: pg.ClientBase): Promise<number> {
  // Not `to_regclass`, which may answer from a cache older than the lock.
  const table = await client.query<{ exists: boolean }>(
    `select exists (select from pg_catalog.pg_tables
       where schemaname = 'event_store' and tablename = 'schema_version') as exists`,
  );
  if (table.rows[0]?.exists !== true) return 0;
  const version = await client.query<{ version: number | null }>(
    'select max(version) as version from event_store.schema_version',
  );
  return version.rows[0]?.version ?? 0;
}
