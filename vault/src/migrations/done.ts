import type pg from 'pg';

export const migrationsTable = 'migrations';

/** In order; empty without a vault. */
export async function readMigrations(client: pg.ClientBase): Promise<readonly string[]> {
  // Not `to_regclass`, which may answer from a cache.
  const { rows: found } = await client.query(
    `select from pg_catalog.pg_tables where schemaname = 'vault' and tablename = $1`,
    [migrationsTable],
  );
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    `select name from vault.${migrationsTable} order by id`,
  );
  return rows.map(({ name }) => name);
}
