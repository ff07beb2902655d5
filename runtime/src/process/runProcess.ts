import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type OpenLogger, openLogger } from '../logger.ts';
import { createRegistry } from '../operations/metrics.ts';
import type { Environment } from '../settings/readSettings.ts';
import { explain } from './explain.ts';
import { Opened } from './opened.ts';

/** What a program gets to start with. */
export interface Start<S> {
  readonly settings: S;
  /** Gets what closes the things that the program opens, so that they are closed also when starting fails half-way. */
  readonly opened: Opened;
  readonly logger: Logger;
  /** Already measures the process itself. */
  readonly registry: Registry;
  /**
   * Adds what is done in the last moment of the process, however it ends, but for a SIGKILL from outside: after a deadline
   * or an error that nobody handled, too. Nothing can be waited for then.
   */
  readonly lastly: (step: () => void) => void;
  /** Ends the process with exit code 1, for it has lost what it can't go on without. */
  readonly fail: (reason: string) => void;
  /** Aborted when the process is to end: a start that waits for something gives up then, with an AbortError. */
  readonly stopping: AbortSignal;
}

/** A program that runs until it is told to stop. */
export interface Program<S> {
  /** @throws SettingsError */
  readonly readSettings: (environment: Environment) => S;
  /** Opens everything; resolves when the program runs. */
  readonly start: (start: Start<S>) => Promise<void>;
  /** Called when the program begins to stop because it was told to. */
  readonly onStopping?: () => void;
  /** Longest time that stopping may take before the process gives up, in milliseconds (default 15,000). */
  readonly shutdownMs?: number;
  /** Longest time that the end waits for whoever reads the log, in milliseconds (default 1,000). */
  readonly lastLinesMs?: number;
}

const defaultShutdownMs = 15_000;
const defaultLastLinesMs = 1_000;

type Limits = Pick<Program<unknown>, 'shutdownMs' | 'lastLinesMs'>;

/** Waits for what ends the process; from that moment on its time is limited, also while it is still starting. */
class Ending {
  /** Resolves with the exit code. */
  readonly exitCode: Promise<0 | 1>;
  /** Where it says why the process can't go on; standard error until there is a logger. */
  log: OpenLogger | null = null;
  readonly #shutdownMs: number;
  readonly #lastLinesMs: number;
  readonly #stopping = new AbortController();
  #resolve: (exitCode: 0 | 1) => void = () => undefined;
  #isLeaving = false;
  readonly #lastSteps: (() => void)[] = [];

  constructor({ shutdownMs = defaultShutdownMs, lastLinesMs = defaultLastLinesMs }: Limits) {
    this.#shutdownMs = shutdownMs;
    this.#lastLinesMs = lastLinesMs;
    this.exitCode = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => this.end(0));
    process.on('exit', () => this.#takeLastSteps());
    process.on('uncaughtException', (error) => this.fail('nobody handled an error', error));
    process.on('unhandledRejection', (error) => this.fail('nobody handled a rejection', error));
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  lastly(step: () => void): void {
    this.#lastSteps.push(step);
  }

  #takeLastSteps(): void {
    for (const step of this.#lastSteps.splice(0)) step();
  }

  /** The process can't go on. */
  fail(reason: string, error?: unknown): void {
    // Whatever still runs may find its log ended.
    if (this.#isLeaving) return;
    if (this.log === null) console.error(reason, error);
    // Not `fatal`, for that writes at once and so would wait for whoever reads the log.
    else this.log.logger.error(error === undefined ? {} : { err: error }, `the process ends: ${reason}`);
    this.end(1);
  }

  /** The process is to end; the first exit code counts. */
  end(exitCode: 0 | 1): void {
    this.#resolve(exitCode);
    this.#stopping.abort();
    setTimeout(() => this.leave(1), this.#shutdownMs).unref();
  }

  /**
   * Ends the process now, once its last lines are written. With lines that nobody reads even `exit` would wait for
   * ever, for it writes them all: the process is killed then, and they are lost.
   */
  leave(exitCode: 0 | 1): void {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    if (this.log === null) process.exit(exitCode);
    setTimeout(() => {
      this.#takeLastSteps();
      process.kill(process.pid, 'SIGKILL');
    }, this.#lastLinesMs);
    void this.log.end().then(() => process.exit(exitCode));
  }
}

async function close(opened: Opened, ending: Ending, exitCode: 0 | 1): Promise<void> {
  try {
    await opened.close();
    ending.leave(exitCode);
  } catch (error) {
    console.error(error);
    ending.leave(1);
  }
}

/** Whether a start waited for something, and the process is to end. */
const hasGivenUp = (error: unknown, { stopping }: Ending): boolean =>
  stopping.aborted && error instanceof Error && error.name === 'AbortError';

/**
 * Runs a program as this process: reads settings, starts, and at SIGTERM, SIGINT or SIGHUP closes what was opened,
 * the latest first, within 15 seconds. Why it can't start is said in a sentence where a person can do something about
 * it. Exit codes: 0 stopped as told and drained; 1 could not start, could not go on, or did not stop in time. Only a
 * process whose log nobody reads any more ends by SIGKILL instead.
 */
export async function runProcess<S extends { readonly LOG_LEVEL: string }>(
  program: Program<S>,
): Promise<void> {
  const ending = new Ending(program);
  const opened = new Opened();
  try {
    const settings = program.readSettings(process.env);
    ending.log = openLogger(settings.LOG_LEVEL);
    const { logger } = ending.log;
    const fail = (reason: string) => ending.fail(reason);
    const lastly = (step: () => void) => ending.lastly(step);
    const { stopping } = ending;
    await program.start({ settings, opened, logger, registry: createRegistry(), lastly, fail, stopping });
  } catch (error) {
    if (!hasGivenUp(error, ending)) {
      console.error(explain(error));
      ending.end(1);
      return close(opened, ending, 1);
    }
  }
  const exitCode = await ending.exitCode;
  if (exitCode === 0) program.onStopping?.();
  return close(opened, ending, exitCode);
}
