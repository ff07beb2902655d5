/** As `pg` returns it and JSON accepts it. */
export type Value = string | number | boolean | Date | null | readonly string[];

export interface Column<V extends Value> {
  /** In SQL. */
  readonly type: string;
  readonly collation?: string;
  readonly constraint?: string;
  readonly isNullable: boolean;
  /** Never there: the type of its values, for `RowOf`. */
  readonly value?: V;
}

/** Decimal. */
export type Position = string;

const column = <V extends Value>(type: string): Column<V> => ({ type, isNullable: false });

export const integer = column<number>('integer');
export const bigint = column<string>('bigint');
export const position = column<Position>('bigint');
export const double = column<number>('double precision');
export const boolean = column<boolean>('boolean');
export const timestamp = column<Date>('timestamptz');
export const uuid = column<string>('uuid');
export const text = column<string>('text');
export const textList = column<string[]>('text[]');
/** Compared byte by byte. */
export const exactText: Column<string> = { ...text, collation: '"C"' };
export const uniqueText: Column<string> = { ...exactText, constraint: 'unique' };
/** Key of a table with one row at most. */
export const onlyRow: Column<true> = { ...column<true>('boolean'), constraint: 'check (only_row)' };

export const textOf = <V extends string>(): Column<V> => column<V>('text');

export const nullable = <V extends Value>(definition: Column<V>): Column<V | null> => ({
  ...definition,
  isNullable: true,
});
