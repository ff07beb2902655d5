import { DatabaseError } from 'pg';

/** Data exception, constraint, program limit. */
const classesOfBadValues = new Set(['22', '23', '54']);

/** Whether the values or this program are at fault. */
export function isFinal(error: unknown): boolean {
  if (error instanceof DatabaseError) return classesOfBadValues.has(error.code?.slice(0, 2) ?? '');
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}
