import { open, truncate, writeFile } from 'node:fs/promises';

/**
 * Settings by which the server logs how it starts, stops and fails, and nothing of statements: their text, their parameters
 * and what errors quote of them name people. Errors go to whoever asked; level `log` is above them.
 */
export const logSettings = {
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_transaction_sample_rate: '0',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_duration: 'off',
  log_connections: 'off',
  log_disconnections: 'off',
  log_lock_waits: 'off',
  log_temp_files: '-1',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
} as const;

/** Most bytes of the log, and of the part before it, which stays in `<file>.1`. */
export const logBytes = 1024 * 1024;
/** How often the log is looked at, in milliseconds. */
const lookEveryMs = 60_000;

/** Begins the log again when it has become too large. The server appends to it, and so continues at its new end. */
export async function boundLog(file: string): Promise<void> {
  const log = await open(file, 'a+', 0o600);
  try {
    const { size } = await log.stat();
    if (size <= logBytes) return;
    const { buffer } = await log.read(Buffer.alloc(logBytes), 0, logBytes, size - logBytes);
    await writeFile(`${file}.1`, buffer, { mode: 0o600 });
    await truncate(file);
  } finally {
    await log.close();
  }
}

/** Keeps the log of a running server bounded. @returns what ends that */
export function keepLogBounded(file: string): () => void {
  // A disk that can't be written to is not this one's to tell: the server says so, and the next look tries again.
  const timer = setInterval(() => void boundLog(file).catch(() => undefined), lookEveryMs).unref();
  return () => clearInterval(timer);
}
