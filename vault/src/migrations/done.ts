import type pg from 'pg';

/** Where the migrations note what they did; made by them. */
export const migrationsTable = 'migrations';

/** Names of the migrations that the vault has seen, in order; none when there is no vault. */
export async function readMigrations(client: pg.ClientBase): Promise<readonly string[]> {
  // Not to_regclass: it may answer from a cache.
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
