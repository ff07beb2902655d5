/** As `pg` returns it and JSON accepts it. */
export type Value = string | number | boolean | Date | null | readonly string[];

export interface Column<V extends Value> {
  /** In SQL, without `not null`. */
  readonly type: string;
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
export const exactText = column<string>('text collate "C"');
export const uniqueText = column<string>('text collate "C" unique');
/** Key of a table with one row at most. */
export const onlyRow = column<true>('boolean check (only_row)');

export const textOf = <V extends string>(): Column<V> => column<V>('text');

export const nullable = <V extends Value>({ type }: Column<V>): Column<V | null> => ({
  type,
  isNullable: true,
});
