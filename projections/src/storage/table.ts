import type { Column, Value } from './columns.ts';

export interface Transaction {
  query<Row extends object>(statement: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
}

type Columns = Readonly<Record<string, Column<Value>>>;

export type RowOfColumns<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends Column<infer V> ? V : never;
};

/** Its name has no schema: the runner's `search_path` selects the generation. */
export interface Table<Row> {
  readonly name: string;
  readonly key: readonly (keyof Row & string)[];
  readonly columns: readonly (keyof Row & string)[];
  readonly ddl: string;
  /** Never there: the type of its rows, for `RowOf`. */
  readonly row?: Row;
}

export type RowOf<T> = T extends Table<infer Row> ? Row : never;

export function defineTable<C extends Columns>(
  name: string,
  key: readonly (keyof C & string)[],
  columns: C,
): Table<RowOfColumns<C>> {
  const names = Object.keys(columns).filter((column): column is keyof C & string => column in columns);
  const lines = Object.entries(columns).map(([column, { type, isNullable }]) => {
    // Key columns are never null.
    const isRequired = !isNullable && !key.some((part) => part === column);
    return `  ${column} ${type}${isRequired ? ' not null' : ''}`;
  });
  const ddl = `create table ${name} (\n${lines.join(',\n')},\n  primary key (${key.join(', ')})\n)`;
  return { name, key, columns: names, ddl };
}

const unstorable = /\0|\p{Surrogate}/gu;
const unstorableInJson = /\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Replaces NUL and lone surrogates, which Postgres can't store, because no text may stop a read model. */
export const storable = (text: string): string => text.replace(unstorable, '\ufffd');

export function rowsAsJson(rows: readonly object[]): string {
  const json = JSON.stringify(rows);
  if (!unstorableInJson.test(json)) return json;
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));
}

/** Gives the rows the table's column types, in one parameter. */
const given = (table: string) => `json_populate_recordset(null::${table}, $1::json)`;

function insertStatement<Row>({ name, columns }: Table<Row>): string {
  const list = columns.join(', ');
  return `insert into ${name} (${list}) select ${list} from ${given(name)}`;
}

export async function insertRows<Row extends object>(
  tx: Transaction,
  table: Table<Row>,
  rows: readonly NoInfer<Row>[],
): Promise<void> {
  if (rows.length > 0) await tx.query(insertStatement(table), [rowsAsJson(rows)]);
}

export async function upsertRows<Row extends object>(
  tx: Transaction,
  table: Table<Row>,
  rows: readonly NoInfer<Row>[],
): Promise<void> {
  if (rows.length === 0) return;
  const rest = table.columns.filter((column) => !table.key.includes(column));
  const assignments = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  const statement = `${insertStatement(table)} on conflict (${table.key.join(', ')}) do update set ${assignments}`;
  await tx.query(statement, [rowsAsJson(rows)]);
}

export async function addToRows<Row extends object>(
  tx: Transaction,
  table: Table<Row>,
  rows: readonly NoInfer<Row>[],
): Promise<void> {
  if (rows.length === 0) return;
  const numbers = table.columns.filter((column) => !table.key.includes(column));
  const sums = numbers.map((column) => `${column} = ${table.name}.${column} + excluded.${column}`).join(', ');
  const statement = `${insertStatement(table)} on conflict (${table.key.join(', ')}) do update set ${sums}`;
  await tx.query(statement, [rowsAsJson(rows)]);
}

const sameKey = <Row>(table: Table<Row>, other: string) =>
  table.key.map((column) => `${table.name}.${column} = ${other}.${column}`).join(' and ');

export async function loadRows<Row extends object, Key extends keyof Row>(
  tx: Transaction,
  table: Table<Row>,
  keys: readonly Pick<Row, Key>[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const list = table.columns.map((column) => `${table.name}.${column}`).join(', ');
  const statement = `select ${list} from ${given(table.name)} wanted join ${table.name} on ${sameKey(table, 'wanted')}`;
  const found = await tx.query<Row>(statement, [rowsAsJson(keys)]);
  return found.rows;
}

export async function deleteRows<Row extends object, Key extends keyof Row>(
  tx: Transaction,
  table: Table<Row>,
  keys: readonly Pick<Row, Key>[],
): Promise<void> {
  if (keys.length === 0) return;
  const statement = `delete from ${table.name} using ${given(table.name)} gone where ${sameKey(table, 'gone')}`;
  await tx.query(statement, [rowsAsJson(keys)]);
}

export async function deleteZeroRows<Row extends object>(
  tx: Transaction,
  table: Table<Row>,
  keys: readonly Row[],
  number: keyof Row & string,
): Promise<void> {
  if (keys.length === 0) return;
  const statement = `delete from ${table.name} using ${given(table.name)} gone
    where ${sameKey(table, 'gone')} and ${table.name}.${number} = 0`;
  await tx.query(statement, [rowsAsJson(keys)]);
}
