import type pg from 'pg';
import { lockClass, migrationLock, migrations } from './schema.ts';

/** Nothing was changed. */
export class LogTooNewError extends Error {
  override readonly name = 'LogTooNewError';

  constructor({ version, release }: Version) {
    super(
      `The event log has schema version ${version}, newer than the ${migrations.length} known here. Start release ` +
        `${release ?? 'that brought it'} or a later one; or restore a backup from before that upgrade`,
    );
  }
}

interface Version {
  readonly version: number;
  readonly release: string | null;
  readonly worksFor: number | null;
}

/**
 * Safe in concurrent processes; requires no privileges if it is current.
 * @throws LogTooNewError for a newer schema with which this code does not work
 */
export async function migrate(client: pg.ClientBase): Promise<void> {
  const before = await schemaVersion(client);
  if (before.version > migrations.length) {
    if (before.worksFor === null || before.worksFor > migrations.length) throw new LogTooNewError(before);
  }
  if (before.version >= migrations.length) return;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1, $2)', [lockClass, migrationLock]);
    // Another process may have migrated during the wait.
    await apply(client, (await schemaVersion(client)).version);
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
  // Earlier releases read `version` alone.
  await client.query(
    `alter table event_store.schema_version
       add column if not exists works_for integer, add column if not exists release text`,
  );
  for (const [index, { sql, worksFor, release }] of migrations.entries()) {
    if (index < from) continue;
    await client.query(sql);
    await client.query(
      'insert into event_store.schema_version (version, works_for, release) values ($1, $2, $3)',
      [index + 1, worksFor, release],
    );
  }
}

const none: Version = { version: 0, release: null, worksFor: null };

async function schemaVersion(client: pg.ClientBase): Promise<Version> {
  // Not `to_regclass`, which may answer from a cache older than the lock.
  const table = await client.query<{ exists: boolean }>(
    `select exists (select from pg_catalog.pg_tables
       where schemaname = 'event_store' and tablename = 'schema_version') as exists`,
  );
  if (table.rows[0]?.exists !== true) return none;
  // By way of JSON, because tables that an earlier release made lack columns.
  const { rows } = await client.query<Version>(
    `select version, to_jsonb(v)->>'release' as release, (to_jsonb(v)->>'works_for')::integer as "worksFor"
     from event_store.schema_version v order by version desc limit 1`,
  );
  return rows[0] ?? none;
}
