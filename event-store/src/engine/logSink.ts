import type { Logger } from '@pmcw/resilience';

export type LogSink = Pick<Logger, 'warn' | 'error'>;

/** Without details, which may quote values. */
export function describe(error: unknown): { readonly reason: string; readonly code?: string | number } {
  if (!(error instanceof Error)) return { reason: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const known = typeof code === 'string' || typeof code === 'number';
  return { reason: error.message, ...(known ? { code } : {}) };
}
