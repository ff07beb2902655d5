import { pause } from '@pmcw/resilience';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type OpenLogger, openLogger } from '../logger.ts';
import { createRegistry } from '../operations/metrics.ts';
import { release } from '../operations/release.ts';
import type { Environment } from '../settings/readSettings.ts';
import { startTracing } from '../tracing/startTracing.ts';
import { explain } from './explain.ts';
import { Opened } from './opened.ts';

export interface Start<S> {
  readonly settings: S;
  /** Also closed when starting fails half-way. */
  readonly opened: Opened;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Adds a synchronous step that runs at any end except SIGKILL. */
  readonly lastly: (step: () => void) => void;
  readonly fail: (reason: string) => void;
  /** Aborted when the process should end; a start that waits then fails with an AbortError. */
  readonly stopping: AbortSignal;
}

export interface Program<S> {
  /** In traces. */
  readonly name: string;
  readonly readSettings: (environment: Environment) => S;
  readonly start: (start: Start<S>) => Promise<void>;
  readonly onStopping?: () => void;
  /** Default 15,000. */
  readonly shutdownMs?: number;
  /** Longest wait for the reader of the log lines at the end (default 1,000). */
  readonly lastLinesMs?: number;
}

const defaultShutdownMs = 15_000;
const defaultLastLinesMs = 1_000;

type Limits = Pick<Program<unknown>, 'shutdownMs' | 'lastLinesMs'>;

/** Ends the process within a limited time, also during the start. */
class Ending {
  readonly exitCode: Promise<0 | 1>;
  log: OpenLogger | null = null;
  #drainMs = 0;
  readonly #hurry = new AbortController();
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
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#signalled(signal));
    process.on('exit', () => this.#takeLastSteps());
    process.on('uncaughtException', (error) => this.fail('unhandled error', error));
    process.on('unhandledRejection', (error) => this.fail('unhandled rejection', error));
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** A second SIGTERM or SIGINT ends the drain; SIGHUP follows when the process that sent the first is gone. */
  #signalled(signal: NodeJS.Signals): void {
    if (!this.stopping.aborted) this.end(0);
    else if (signal !== 'SIGHUP') this.#hurry.abort();
  }

  /** From now on, a first signal leaves the process serving for so long. */
  drainFor(seconds: number): void {
    this.#drainMs = seconds * 1_000;
  }

  drained(): Promise<void> {
    return pause(this.#drainMs, this.#hurry.signal);
  }

  lastly(step: () => void): void {
    this.#lastSteps.push(step);
  }

  #takeLastSteps(): void {
    for (const step of this.#lastSteps.splice(0)) step();
  }

  fail(reason: string, error?: unknown): void {
    // Later errors may find the log closed.
    if (this.#isLeaving) return;
    if (this.log === null) console.error(reason, error);
    // Not `fatal`, which writes synchronously and could block.
    else this.log.logger.error(error === undefined ? {} : { err: error }, `the process ends: ${reason}`);
    this.end(1);
  }

  end(exitCode: 0 | 1): void {
    this.#resolve(exitCode);
    this.#stopping.abort();
    const servingMs = exitCode === 0 ? this.#drainMs : 0;
    setTimeout(() => this.leave(1), servingMs + this.#shutdownMs).unref();
  }

  /**
   * Ends the process once its last lines are written; if they are not read, even `exit` would block, so it is killed.
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

const hasGivenUp = (error: unknown, { stopping }: Ending): boolean =>
  stopping.aborted && error instanceof Error && error.name === 'AbortError';

/**
 * Reads settings, starts, and at SIGTERM, SIGINT or SIGHUP serves for `DRAIN_SECONDS`, then closes what was opened,
 * within 15 seconds. A second signal ends the wait. Exit codes: 0
 * stopped as requested; 1 could not start or continue, or did not stop in time. A process whose log is not read ends by
 * SIGKILL.
 */
export async function runProcess<
  S extends {
    readonly LOG_LEVEL: string;
    readonly DRAIN_SECONDS?: number | undefined;
    readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  },
>(program: Program<S>): Promise<void> {
  const ending = new Ending(program);
  const opened = new Opened();
  try {
    const settings = program.readSettings(process.env);
    ending.log = openLogger(settings.LOG_LEVEL);
    const { logger } = ending.log;
    logger.info({ ...release, node: process.version }, 'starting');
    opened.add(await startTracing(program.name, settings.OTEL_EXPORTER_OTLP_ENDPOINT, logger));
    const fail = (reason: string) => ending.fail(reason);
    const lastly = (step: () => void) => ending.lastly(step);
    const { stopping } = ending;
    await program.start({ settings, opened, logger, registry: createRegistry(), lastly, fail, stopping });
    ending.drainFor(settings.DRAIN_SECONDS ?? 0);
  } catch (error) {
    if (!hasGivenUp(error, ending)) {
      console.error(explain(error));
      ending.end(1);
      return close(opened, ending, 1);
    }
  }
  const exitCode = await ending.exitCode;
  if (exitCode === 0) await ending.drained();
  if (exitCode === 0) program.onStopping?.();
  return close(opened, ending, exitCode);
}
