import { open, truncate, writeFile } from 'node:fs/promises';

/**
 * Logs starts, stops and failures, but no statements: their text, parameters and errors are personal. Errors are sent
 * to the client; level `log` is above them.
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

/** Of the log, and of the previous part in `<file>.1`. */
export const logBytes = 1024 * 1024;
const lookEveryMs = 60_000;

/** The server appends, and so continues at the new end. */
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

/** @returns a function that stops this */
export function keepLogBounded(file: string): () => void {
  // On a failing disk the next check tries again.
  const timer = setInterval(() => void boundLog(file).catch(() => undefined), lookEveryMs).unref();
  return () => clearInterval(timer);
}
