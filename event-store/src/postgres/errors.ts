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

/** What a log line may say of an error: never its `detail`, which quotes values. */
export function describe(error: unknown): { readonly reason: string; readonly code?: string } {
  if (!(error instanceof Error)) return { reason: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { reason: error.message, ...(code === undefined ? {} : { code }) };
}
