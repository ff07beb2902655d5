import type { EngineName } from '@pmcw/event-store';
import { CannotStartError, release } from '@pmcw/runtime';
import type { Connections } from '../storage/connections.ts';
import type { Transaction } from '../storage/table.ts';
import type { CheckpointsTable } from '../tables.ts';
import type { ReadModel } from './model.ts';

const bookkeeping = `
create schema if not exists projections;
create table if not exists projections.checkpoints (
  model text primary key,
  position bigint not null,
  version integer not null,
  updated_at timestamptz not null default clock_timestamp(),
  poison_position bigint,
  poison_type text
);
create table if not exists projections.leases (
  model text primary key,
  epoch bigint not null default 0,
  holder text,
  expires_at timestamptz not null default 'epoch'
);
create extension if not exists pg_trgm schema public;
`;

/** Checking is free, but altering would block all readers of checkpoints. */
const laterColumns = `
do $$ begin
  if not exists (
    select from pg_attribute where attrelid = 'projections.checkpoints'::regclass and attname = 'last_event_id'
  ) then
    alter table projections.checkpoints
      -- Until there was another engine, every log was in PostgreSQL.
      add column engine text not null default 'postgres',
      add column head bigint,
      add column stranded text,
      add column last_stream text,
      add column last_revision integer,
      add column last_event_id uuid;
  end if;
  if not exists (
    select from pg_attribute where attrelid = 'projections.checkpoints'::regclass and attname = 'incarnation'
  ) then
    alter table projections.checkpoints add column incarnation text;
  end if;
  if not exists (
    select from pg_attribute where attrelid = 'projections.checkpoints'::regclass and attname = 'filled'
  ) then
    -- Tables from before it was recorded answer, whatever they lack.
    alter table projections.checkpoints add column filled boolean not null default true;
  end if;
  if not exists (
    select from pg_attribute where attrelid = 'projections.leases'::regclass and attname = 'taken_at'
  ) then
    alter table projections.leases add column taken_epoch bigint, add column taken_at timestamptz;
    alter table projections.checkpoints add column release text;
  end if;
end $$;
`;

export interface FollowedLog {
  readonly engine: EngineName;
  readonly incarnation: string;
}

export const nextSlot = (model: string) => `${model}_next`;

export async function createSlot(
  tx: Transaction,
  model: ReadModel,
  log: FollowedLog,
  slot: string,
  ddl: readonly string[],
): Promise<void> {
  await tx.query(`create schema ${slot}`);
  await tx.query(`set local search_path to ${slot}`);
  for (const statement of ddl) await tx.query(statement);
  await tx.query('delete from projections.checkpoints where model = $1', [slot]);
  await tx.query(
    `insert into projections.checkpoints (model, position, version, engine, incarnation, filled, release)
     values ($1, 0, $2, $3, $4, false, $5)`,
    [slot, model.version, log.engine, log.incarnation, release.version],
  );
  await tx.query('insert into projections.leases (model) values ($1) on conflict do nothing', [slot]);
}

/** Safe to run concurrently. */
export async function prepareSchemas(
  connections: Connections,
  models: readonly ReadModel[],
  log: FollowedLog,
): Promise<void> {
  await connections.transaction('public', async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtext('projections'))");
    await tx.query(bookkeeping);
    await tx.query(laterColumns);
    for (const model of models) {
      const found = await tx.query<{ whole: boolean }>(
        `select to_regnamespace($1) is not null
           and exists (select from projections.checkpoints where model = $1) as whole`,
        [model.name],
      );
      if (found.rows[0]?.whole !== true)
        await createSlot(tx, model, log, model.name, [...model.ddl, ...model.readerDdl]);
    }
  });
}

/**
 * A process that was started with an earlier release would only wait, because later code may still write the tables.
 * @throws CannotStartError if a later release has made any of the models
 */
export async function refuseLaterTables(
  connections: Connections,
  models: readonly ReadModel[],
): Promise<void> {
  const versions = new Map(models.map(({ name, version }) => [name, version]));
  const rows = await connections.query<Pick<CheckpointsTable, 'model' | 'version' | 'release'>>(
    'select model, version, release from projections.checkpoints where model = any($1) order by model',
    [[...versions.keys()]],
  );
  const later = rows.filter(({ model, version }) => version > (versions.get(model) ?? version));
  if (later.length === 0) return;
  const least = later.find((row) => row.release !== null)?.release ?? 'that did';
  throw new CannotStartError(
    `A later release than ${release.version} has made read models: ${later.map(({ model }) => model).join(', ')}. ` +
      `Start release ${least} or a later one. Or, to roll back, stop all processes of later releases, and make them ` +
      `again with this one: ${later.map(({ model }) => `npm run projections -- rebuild ${model}`).join(' && ')}`,
  );
}

export async function dropSlot(connections: Connections, slot: string): Promise<void> {
  await connections.transaction('public', async (tx) => {
    await tx.query(`drop schema if exists ${slot} cascade`);
    await tx.query('delete from projections.checkpoints where model = $1', [slot]);
  });
}
