import pg from 'pg';

export interface Look {
  /** Tables to skip, because their contents change without an action. */
  readonly except?: readonly string[];
  /**
   * Only an expression over the rows that match a condition, both in SQL: `{ of: 'id', where: 'ended_at is null' }`.
   */
  readonly parts?: Readonly<Record<string, { readonly of: string; readonly where: string }>>;
}

export interface Contents {
  now(): Promise<Readonly<Record<string, string | null>>>;
  close(): Promise<void>;
}

/** Including tables of future migrations; the caller closes it. @throws Error if a named table does not exist */
export async function contentsOf(
  connectionString: string,
  schema: string,
  { except = [], parts = {} }: Look = {},
): Promise<Contents> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = $1 and table_type = 'BASE TABLE' order by 1`,
    [schema],
  );
  const tables = rows.map(({ name }) => name);
  const missing = [...except, ...Object.keys(parts)].filter((name) => !tables.includes(name));
  if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')} in ${schema}`);
  const hashes = tables
    .filter((name) => !except.includes(name))
    .map((name) => {
      const { of, where } = parts[name] ?? { of: 't::text', where: 'true' };
      const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
      const hash = `select md5(string_agg(md5(${of}), '' order by md5(${of}))) from ${table} t where ${where}`;
      return `(${hash}) as ${client.escapeIdentifier(name)}`;
    });
  return {
    async now() {
      const found = await client.query<Record<string, string | null>>(`select ${hashes.join(', ')}`);
      return found.rows[0] ?? {};
    },
    close: () => client.end(),
  };
}
