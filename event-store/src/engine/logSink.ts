export interface LogSink {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const silent: LogSink = { warn: () => undefined, error: () => undefined };

/** Without details, which may quote values. */
export function describe(error: unknown): { readonly reason: string; readonly code?: string | number } {
  if (!(error instanceof Error)) return { reason: String(error) };
  const code = 'code' in error ? error.code : undefined;
  const known = typeof code === 'string' || typeof code === 'number';
  return { reason: error.message, ...(known ? { code } : {}) };
}
