import { LogUnavailableError } from '../errors.ts';
import { describe, type LogSink } from './logSink.ts';

/** How often an outage is told of while it lasts, in milliseconds. */
const tellEveryMs = 60_000;
/** More than any try takes, so that something which fails again and again is one outage though the rest is answered. */
const defaultCalmMs = 15_000;

/** What an outage is told with. */
export interface OutageOptions {
  /** The server's name, for people. */
  readonly server: string;
  readonly log: LogSink;
  /** Milliseconds from an answer after which it is over, unless a try fails in them (default 15,000). */
  readonly calmMs?: number | undefined;
}

/**
 * What a log tells of tries that fail, whoever made them: when they begin to, once a minute while they do, and when that
 * is over. So a server that is away is a few lines, however many appends and followers wait for it.
 */
export class Outage {
  readonly #options: OutageOptions;
  #failedTries = 0;
  #began = 0;
  /** Until when there is nothing new to tell; a time of `performance.now()`. */
  #toldUntil = Number.NEGATIVE_INFINITY;
  #isDenied = false;
  /** Runs since the first answer after the last failure. */
  #calm: NodeJS.Timeout | undefined;
  #wake = () => {};

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** A try failed; it will be made again. */
  failed(error: unknown): void {
    const { log, server } = this.#options;
    const fails = this.#failedTries === 0 ? 'fails' : 'still fails';
    if (this.#count()) log.warn(this.#fields(error), `event log: ${server} ${fails}, trying again`);
  }

  /** The server refused this user, which is told at once. */
  denied(error: unknown): void {
    const { log, server } = this.#options;
    const isDue = this.#count();
    if (!isDue && this.#isDenied) return;
    this.#isDenied = true;
    log.error(this.#fields(error), `event log: ${server} denies access to the user of the connection string`);
  }

  /** A try succeeded. */
  answered(): void {
    if (this.#failedTries === 0 || this.#calm !== undefined) return;
    const seconds = this.#seconds();
    this.#calm = setTimeout(() => this.#end(seconds), this.#options.calmMs ?? defaultCalmMs).unref();
  }

  /** Resolves once a failure is the last that was heard of the server. One at a time may wait. */
  async away(): Promise<void> {
    if (this.#failedTries > 0 && this.#calm === undefined) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Tells nothing any more by itself. */
  close(): void {
    clearTimeout(this.#calm);
  }

  /** Counts a failure. @returns whether it is time to tell of it */
  #count(): boolean {
    clearTimeout(this.#calm);
    this.#calm = undefined;
    const now = performance.now();
    if (this.#failedTries === 0) this.#began = now;
    this.#failedTries += 1;
    this.#wake();
    if (now < this.#toldUntil) return false;
    this.#toldUntil = now + tellEveryMs;
    return true;
  }

  #end(seconds: number): void {
    const { log, server } = this.#options;
    // As loud as its beginning, so that whoever saw that one sees this one.
    log.warn({ failedTries: this.#failedTries, seconds }, `event log: ${server} answers again`);
    this.#failedTries = 0;
    this.#toldUntil = Number.NEGATIVE_INFINITY;
    this.#isDenied = false;
    this.#calm = undefined;
  }

  #fields(error: unknown) {
    // That the time is up says less than why.
    const reason = error instanceof LogUnavailableError ? (error.cause ?? error) : error;
    return { ...describe(reason), failedTries: this.#failedTries, seconds: this.#seconds() };
  }

  #seconds(): number {
    return Math.round((performance.now() - this.#began) / 1000);
  }
}
