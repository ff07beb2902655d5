import { DatabaseError } from 'pg';

/** SQLSTATE classes that blame the statement's own values: data exception, constraint, program limit. */
const classesOfBadValues = new Set(['22', '23', '54']);

/**
 * Whether trying again is useless, because the error is the fault of the values sent or of this program. Everything
 * else (a broken connection, a time-out, a server that is starting, full or read-only) may pass.
 */
export function isFinal(error: unknown): boolean {
  if (error instanceof DatabaseError) return classesOfBadValues.has(error.code?.slice(0, 2) ?? '');
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}
