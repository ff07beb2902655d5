/** Where an engine tells what it recovers from; a pino logger is one. */
export interface LogSink {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Takes everything and tells nobody. */
export const silent: LogSink = { warn: () => undefined, error: () => undefined };

/** What a log line may say of an error: never its details, which may quote values. */
export function describe(error: unknown): { readonly reason: string; readonly code?: string | number } {
  if (!(error instanceof Error)) return { reason: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const known = typeof code === 'string' || typeof code === 'number';
  return { reason: error.message, ...(known ? { code } : {}) };
}
