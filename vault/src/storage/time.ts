/**
 * SQL. Compare times only with `vault.now()`, the clock that all hosts share. @param milliseconds never from a caller
 */
export const span = (milliseconds: number): string => `interval '${milliseconds} milliseconds'`;

/** SQL of milliseconds as a JavaScript number. */
export const inMs = (interval: string): string => `(extract(epoch from ${interval}) * 1000)::float8`;

/** SQL of a parameter's milliseconds, e.g. `$2`. */
export const msOf = (parameter: string): string => `(${parameter}::float8 * interval '1 millisecond')`;

export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A query that answers one row answered none');
  return row;
}
