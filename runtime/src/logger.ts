import { type Logger, pino } from 'pino';

/** The methods of a pino logger that this room speaks to. Fields hold neither personal data nor secrets. */
export interface RuntimeLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What may wait for a slow reader of the log, in bytes; lines beyond it are dropped. */
const maxWaitingBytes = 4 * 1024 * 1024;

/** An error in the log, or fields that were taken of one: errors of `pg` carry their whole connection, which belongs in no log. */
function errorFields(error: unknown): object {
  if (!(error instanceof Error))
    return typeof error === 'object' && error !== null ? error : { message: String(error) };
  const code = 'code' in error ? { code: error.code } : {};
  return { name: error.name, message: error.message, ...code, stack: error.stack };
}

/** A logger, and its end. */
export interface OpenLogger {
  readonly logger: Logger;
  /** Resolves when all lines are written, which may be never when nobody reads them. Nothing may be logged after it. */
  end(): Promise<void>;
}

/**
 * Structured lines on a file descriptor. Written without waiting: a terminal or collector that stops reading must
 * not stop the product, which synchronous writes would.
 */
export function openLogger(level: string, descriptor = 1): OpenLogger {
  const destination = pino
    .destination({ dest: descriptor, sync: false, maxLength: maxWaitingBytes })
    // A full disk or a reader that has gone costs lines, and not the product.
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

/** A logger that ends with its process; see `openLogger`. */
export const createLogger = (level: string, descriptor?: number): Logger =>
  openLogger(level, descriptor).logger;
