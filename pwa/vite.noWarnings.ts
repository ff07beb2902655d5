import { createLogger, type Logger, type Rolldown } from 'vite';

function refuse(message: string): never {
  throw new Error(`A warning fails the build: ${message}`);
}

/** For builds: prints errors, and turns each warning that Vite would print into one. */
export const noWarnings: Logger = { ...createLogger('warn'), warn: refuse, warnOnce: refuse };

/** Goes with it: no warnings of how long plugins took, because a busy machine is no defect of the code. */
export const checks: Rolldown.ChecksOptions = { bundlerTimings: false };
