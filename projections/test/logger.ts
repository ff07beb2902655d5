import type { Logger } from '@pmcw/resilience';

/** A logger that keeps its lines. */
export interface KeptLog extends Logger {
  readonly lines: { readonly level: string; readonly fields: object; readonly message: string }[];
}

export function keptLog(): KeptLog {
  const lines: KeptLog['lines'] = [];
  const keep = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
}
