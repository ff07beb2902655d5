import { arrayOf } from './arrays.ts';
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
  readonly definitions: Readonly<Record<keyof Row & string, Column<Value>>>;
  readonly ddl: string;
  /** Never there: the type of its rows, for `RowOf`. */
  readonly row?: Row;
}

export type RowOf<T> = T extends Table<infer Row> ? Row : never;

export function defineTable<C extends Columns>(
  name: string,
  key: readonly (keyof C & string)[],
  definitions: C,
): Table<RowOfColumns<C>> {
  const columns = Object.keys(definitions).filter(
    (column): column is keyof C & string => column in definitions,
  );
  const lines = Object.entries(definitions).map(([column, { type, collation, constraint, isNullable }]) => {
    // Key columns are never null.
    const isRequired = !isNullable && !key.some((part) => part === column);
    const parts = [column, type, collation && `collate ${collation}`, constraint, isRequired && 'not null'];
    return `  ${parts.filter(Boolean).join(' ')}`;
  });
  const ddl = `create table ${name} (\n${lines.join(',\n')},\n  primary key (${key.join(', ')})\n)`;
  return { name, key, columns, definitions, ddl };
}

/**
 * SQL that gives the rows of `arraysOf` as `given`, with the types and collations of the table; a list as text.
 */
export function givenRows<Row>(
  { columns, definitions }: Table<Row>,
  given: readonly (keyof Row & string)[] = columns,
): string {
  const arrays = given.map((column, n) => {
    const { type, collation } = definitions[column];
    return `$${n + 1}::${type === 'text[]' ? 'text' : type}[]${collation === undefined ? '' : ` collate ${collation}`}`;
  });
  return `unnest(${arrays.join(', ')}) as given (${given.join(', ')})`;
}

/** A parameter for each column, which Postgres reads faster than rows in JSON. */
export const arraysOf = <Row extends object, Column extends keyof Row>(
  rows: readonly Row[],
  columns: readonly Column[],
): string[] => columns.map((column) => arrayOf(rows.map((row) => row[column])));

function insertStatement<Row>(table: Table<Row>): string {
  const values = table.columns.map((column) =>
    table.definitions[column].type === 'text[]' ? `${column}::text[]` : column,
  );
  return `insert into ${table.name} (${table.columns.join(', ')}) select ${values.join(', ')} from ${givenRows(table)}`;
}

export async function insertRows<Row extends object>(
  tx: Transaction,
  table: Table<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length > 0) await tx.query(insertStatement(table), arraysOf(rows, table.columns));
}

export async function upsertRows<Row extends object>(
  tx: Transaction,
  table: Table<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const rest = table.columns.filter((column) => !table.key.includes(column));
  const assignments = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  const statement = `${insertStatement(table)} on conflict (${table.key.join(', ')}) do update set ${assignments}`;
  await tx.query(statement, arraysOf(rows, table.columns));
}

export async function addToRows<Row extends object>(
  tx: Transaction,
  table: Table<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const numbers = table.columns.filter((column) => !table.key.includes(column));
  const sums = numbers.map((column) => `${column} = ${table.name}.${column} + excluded.${column}`).join(', ');
  const statement = `${insertStatement(table)} on conflict (${table.key.join(', ')}) do update set ${sums}`;
  await tx.query(statement, arraysOf(rows, table.columns));
}

function keysOf<Row, Key extends keyof Row & string>(
  { key }: Table<Row>,
  rows: readonly Pick<Row, Key>[],
): string[] {
  const [first] = rows;
  return first === undefined
    ? []
    : arraysOf(
        rows,
        key.filter((column): column is Key => column in first),
      );
}

const hasGivenKey = <Row>(table: Table<Row>) =>
  table.key.map((column) => `${table.name}.${column} = given.${column}`).join(' and ');

export async function loadRows<Row extends object, Key extends keyof Row & string>(
  tx: Transaction,
  table: Table<Row>,
  keys: readonly Pick<Row, Key>[],
): Promise<Row[]> {
  if (keys.length === 0) return [];
  const list = table.columns.map((column) => `${table.name}.${column}`).join(', ');
  const statement = `select ${list} from ${givenRows(table, table.key)} join ${table.name} on ${hasGivenKey(table)}`;
  const found = await tx.query<Row>(statement, keysOf(table, keys));
  return found.rows;
}

export async function deleteRows<Row extends object, Key extends keyof Row & string>(
  tx: Transaction,
  table: Table<Row>,
  keys: readonly Pick<Row, Key>[],
): Promise<void> {
  if (keys.length === 0) return;
  const statement = `delete from ${table.name} using ${givenRows(table, table.key)} where ${hasGivenKey(table)}`;
  await tx.query(statement, keysOf(table, keys));
}

export async function deleteZeroRows<Row extends object>(
  tx: Transaction,
  table: Table<Row>,
  keys: readonly Row[],
  number: keyof Row & string,
): Promise<void> {
  if (keys.length === 0) return;
  const statement = `delete from ${table.name} using ${givenRows(table, table.key)}
    where ${hasGivenKey(table)} and ${table.name}.${number} = 0`;
  await tx.query(statement, keysOf(table, keys));
}
