import type pg from 'pg';
import { z } from 'zod';
import { type DatabaseFacts, factsSchema } from './requirements.ts';

/** The connections are those that a role without special rights can get. */
const factsStatement = `
select
  quote_ident(d.datname) as database,
  quote_ident(r.rolname) as role,
  lower('ÄЖI') = 'äжi' as lowers_letters,
  coalesce(d.datcollversion <> pg_database_collation_actual_version(d.oid), false) as collation_changed,
  current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('full_page_writes') as full_page_writes,
  current_setting('wal_recycle') as wal_recycle,
  least(
    s.connections, nullif(d.datconnlimit, -1), case when not r.rolsuper then nullif(r.rolconnlimit, -1) end
  ) as connections,
  -- Without this one.
  s.connections + 1 - (select coalesce(sum(numbackends), 0)::int from pg_stat_database) as free_connections,
  has_database_privilege(d.oid, 'create') as may_create,
  array(
    select quote_ident(nspname) from pg_namespace
    where nspname in ('vault', 'event_store', 'projections') and not has_schema_privilege(oid, 'usage')
  ) as closed_schemas,
  array(select extname::text from pg_extension) as extensions,
  array(
    select wanted from unnest($1::text[]) wanted
    where wanted not in (select name::text from pg_available_extensions)
  ) as missing_extensions,
  has_database_privilege(d.oid, 'create') and has_schema_privilege('public', 'create') as may_add_extensions
from pg_database d, pg_roles r, (
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0) as connections
) s
where d.datname = current_database() and r.rolname = current_user`;

const serverSchema = z.object({ version: z.coerce.number(), encoding: z.string() });

/** Read first: older releases don't know all of `readFacts`, and other encodings not its letters. */
export async function readServer(client: pg.Client): Promise<z.infer<typeof serverSchema>> {
  const { rows } = await client.query(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  );
  return z.tuple([serverSchema]).parse(rows)[0];
}

export async function readFacts(client: pg.Client, extensions: readonly string[]): Promise<DatabaseFacts> {
  const { rows } = await client.query(factsStatement, [extensions]);
  return z.tuple([factsSchema]).parse(rows)[0];
}
