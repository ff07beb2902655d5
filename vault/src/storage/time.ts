/**
 * SQL of a span of time. Times are compared with `vault.now()` and nothing else: it is the one clock that all hosts share.
 * @param milliseconds of the code's own, never of a caller's
 */
export const span = (milliseconds: number): string => `interval '${milliseconds} milliseconds'`;

/** SQL of how many milliseconds an interval is, as a number that JavaScript reads. */
export const inMs = (interval: string): string => `(extract(epoch from ${interval}) * 1000)::float8`;

/** SQL of as many milliseconds as a parameter says, such as `$2`. */
export const msOf = (parameter: string): string => `(${parameter}::float8 * interval '1 millisecond')`;

/** The row of a query that answers exactly one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A query that answers one row answered none');
  return row;
}
