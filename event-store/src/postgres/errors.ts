import { DatabaseError } from 'pg';

/** SQLSTATE classes that blame the statement's own values: data exception, constraint, program limit. */
const classesOfBadValues = new Set(['22', '23', '54']);

/**
 * Whether an error is the fault of the values sent, so that trying again is useless. Everything else (a broken
 * connection, a time-out, a server that is starting, full or read-only) may pass.
 */
export function isBadValue(error: unknown): boolean {
  return error instanceof DatabaseError && classesOfBadValues.has(error.code?.slice(0, 2) ?? '');
}

/** What a log line may say of an error: never its `detail`, which quotes values. */
export function describe(error: unknown): { readonly reason: string; readonly code?: string } {
  if (!(error instanceof Error)) return { reason: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { reason: error.message, ...(code === undefined ? {} : { code }) };
}
