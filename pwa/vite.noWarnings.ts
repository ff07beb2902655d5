import { createLogger, type Logger } from 'vite';

function refuse(message: string): never {
  throw new Error(`A warning fails the build: ${message}`);
}

/** For builds: prints errors, and turns each warning that Vite would print into one. */
export const noWarnings: Logger = { ...createLogger('warn'), warn: refuse, warnOnce: refuse };
