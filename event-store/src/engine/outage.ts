import { LogUnavailableError } from '../errors.ts';
import { describe, type LogSink } from './logSink.ts';

const logEveryMs = 60_000;
/** Longer than any try, so that partial failures are one outage. */
const defaultCalmMs = 15_000;

export interface OutageOptions {
  readonly server: string;
  readonly log: LogSink;
  /** From a success to the end of an outage (default 15,000). */
  readonly calmMs?: number | undefined;
}

/** Logs failing tries at the start of an outage, once a minute, and at its end. */
export class Outage {
  readonly #options: OutageOptions;
  #failedTries = 0;
  #began = 0;
  /** By `performance.now()`. */
  #quietUntil = Number.NEGATIVE_INFINITY;
  #isDenied = false;
  #calm: NodeJS.Timeout | undefined;
  #wake = () => {};

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  failed(error: unknown): void {
    const { log, server } = this.#options;
    const fails = this.#failedTries === 0 ? 'fails' : 'still fails';
    if (this.#count()) log.warn(this.#fields(error), `event log: ${server} ${fails}, trying again`);
  }

  denied(error: unknown): void {
    const { log, server } = this.#options;
    const isDue = this.#count();
    if (!isDue && this.#isDenied) return;
    this.#isDenied = true;
    log.error(this.#fields(error), `event log: ${server} denies access to the user of the connection string`);
  }

  answered(): void {
    if (this.#failedTries === 0 || this.#calm !== undefined) return;
    const seconds = this.#seconds();
    this.#calm = setTimeout(() => this.#end(seconds), this.#options.calmMs ?? defaultCalmMs).unref();
  }

  /** Resolves once the latest try has failed, at once if it already has. Only one caller may wait. */
  async away(): Promise<void> {
    if (this.#failedTries > 0 && this.#calm === undefined) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  close(): void {
    clearTimeout(this.#calm);
  }

  /** @returns whether to log */
  #count(): boolean {
    clearTimeout(this.#calm);
    this.#calm = undefined;
    const now = performance.now();
    if (this.#failedTries === 0) this.#began = now;
    this.#failedTries += 1;
    this.#wake();
    if (now < this.#quietUntil) return false;
    this.#quietUntil = now + logEveryMs;
    return true;
  }

  #end(seconds: number): void {
    const { log, server } = this.#options;
    log.warn({ failedTries: this.#failedTries, seconds }, `event log: ${server} answers again`);
    this.#failedTries = 0;
    this.#quietUntil = Number.NEGATIVE_INFINITY;
    this.#isDenied = false;
    this.#calm = undefined;
  }

  #fields(error: unknown) {
    // The cause says more than a timeout.
    const reason = error instanceof LogUnavailableError ? (error.cause ?? error) : error;
    return { ...describe(reason), failedTries: this.#failedTries, seconds: this.#seconds() };
  }

  #seconds(): number {
    return Math.round((performance.now() - this.#began) / 1000);
  }
}
