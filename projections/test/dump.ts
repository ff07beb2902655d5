import type { Connections } from '../src/storage/connections.ts';

/** All rows of a schema by table, in an order that depends on the rows only. */
export async function dump(connections: Connections, schema: string): Promise<Record<string, object[]>> {
  const tables = await connections.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = $1 order by tablename',
    [schema],
  );
  const contents: Record<string, object[]> = {};
  for (const { tablename } of tables) {
    const rows = await connections.query<{ row: object }>(
      `select to_jsonb(t) as row from ${schema}.${tablename} t order by to_jsonb(t)::text`,
    );
    contents[tablename] = rows.map(({ row }) => row);
  }
  return contents;
}
