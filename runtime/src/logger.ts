import { type Logger, pino } from 'pino';

/** Buffer for a slow reader; lines beyond it are dropped. */
const maxWaitingBytes = 4 * 1024 * 1024;

/** Errors of `pg` include their whole connection, which must not be logged. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error))
    return typeof error === 'object' && error !== null ? error : { message: String(error) };
  const code = 'code' in error ? { code: error.code } : {};
  return { name: error.name, message: error.message, ...code, stack: error.stack };
}

export interface OpenLogger {
  readonly logger: Logger;
  /** Resolves when all lines are written, or never if they are not read. Log nothing afterwards. */
  end(): Promise<void>;
}

/** Logs to a file descriptor asynchronously: a terminal or collector that stops reading must not block the product. */
export function openLogger(level: string, descriptor = 1): OpenLogger {
  const destination = pino
    .destination({ dest: descriptor, sync: false, maxLength: maxWaitingBytes })
    // A full disk or a lost reader costs lines, but must not end the process.
    .on('error', () => undefined);
  return {
    logger: pino({ level, serializers: { err: errorFields } }, destination),
    end: () =>
      new Promise((resolve) => {
        destination.once('close', resolve);
        destination.end();
      }),
  };
}

/** Of a thread: the process logs each line again, and adds time and process. */
export const createThreadLogger = (level: string, write: (line: string) => void): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: false,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
    },
    { write },
  );

export const createLogger = (level: string, descriptor?: number): Logger =>
  openLogger(level, descriptor).logger;
