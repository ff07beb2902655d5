import { type EventLog, LogUnavailableError } from '@pmcw/event-store';
import type { RuntimeLogger } from '../logger.ts';
import type { CheckResult } from '../operations/readiness.ts';
import { nameOf, wrongLog } from './instance.ts';

/** What a guard needs. */
export interface LogGuardOptions {
  /** The log that is served at the address, whosever it is just now. */
  readonly log: EventLog;
  /** The id that this installation's log carries. */
  readonly id: string;
  readonly logger: RuntimeLogger;
  /** Longest pause between two looks, in milliseconds (default 5,000). */
  readonly lookEveryMs?: number;
}

/** How long a log may be wrong until that is said again, in milliseconds. */
const sayEveryMs = 60_000;

const exchanged = 'another one is served where it was';

/**
 * Guards a log that was this installation's at the start: a server may come back on an empty volume, a name may lead elsewhere.
 * Looks at the id that it carries every few seconds, after it was away, and when it ends before where it ended. As long as that
 * is another id, everything is refused as if the log were away.
 */
export class LogGuard {
  /** The log for everybody else. */
  readonly guarded: EventLog;
  readonly #options: LogGuardOptions;
  #isRight = true;
  /** How often it was away, and how often of these it was looked at afterwards. */
  readonly #away = { times: 0, settled: 0 };
  #looking: Promise<void> | null = null;
  #head = 0n;
  #saidAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: LogGuardOptions) {
    this.#options = options;
    this.guarded = this.#guard(options.log);
    this.#lookLater();
  }

  /** Readiness: the log carries the id of this installation. */
  check(): CheckResult {
    return this.#isRight ? { ok: true } : { ok: false, reason: exchanged };
  }

  /** Looks no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking?.catch(() => undefined);
  }

  #guard(log: EventLog): EventLog {
    const whenRight = <T>(work: () => Promise<T>) => this.#whenRight(work);
    return {
      engine: log.engine,
      append: (...given) => whenRight(() => log.append(...given)),
      async *readStream(stream, fromRevision) {
        await whenRight(async () => undefined);
        yield* log.readStream(stream, fromRevision);
      },
      readAll: (after, filter, limit) => whenRight(() => log.readAll(after, filter, limit)),
      subscribe: (after, handler, options) =>
        log.subscribe(after, (batch) => whenRight(() => handler(batch)), options),
      head: () => whenRight(() => this.#surelyHead()),
      close: () => log.close(),
    };
  }

  async #whenRight<T>(work: () => Promise<T>): Promise<T> {
    while (this.#away.settled < this.#away.times) await this.#look();
    this.#refuseWrong();
    try {
      return await work();
    } catch (error) {
      if (error instanceof LogUnavailableError) this.#away.times += 1;
      throw error;
    }
  }

  /** That a log ends before where it ended makes devices forget and models stop: nobody may hear it of a wrong one. */
  async #surelyHead(): Promise<bigint> {
    const head = await this.#options.log.head();
    if (head < this.#head) await this.#lookNow();
    this.#refuseWrong();
    this.#head = head;
    return head;
  }

  #refuseWrong(): void {
    if (!this.#isRight) throw new LogUnavailableError(wrongLog(exchanged));
  }

  /** Whoever wants it looked at meanwhile gets the same outcome. */
  #look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookNow(): Promise<void> {
    const { log, id } = this.#options;
    const { times } = this.#away;
    const head = await log.head();
    this.#isRight = (await nameOf(log)) === id;
    this.#away.settled = times;
    if (this.#isRight) this.#head = head;
    else this.#say();
  }

  #say(): void {
    const now = performance.now();
    if (now - this.#saidAt < sayEveryMs) return;
    this.#saidAt = now;
    this.#options.logger.error({}, wrongLog(exchanged));
  }

  #lookLater(): void {
    const { lookEveryMs = 5_000 } = this.#options;
    // Never in step with other processes.
    const wait = lookEveryMs / 2 + (Math.random() * lookEveryMs) / 2;
    this.#timer = setTimeout(() => void this.#lookAgain(), wait).unref();
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      this.#away.times += 1;
      this.#options.logger.debug({ err: error }, 'the id that the log carries could not be read');
    }
    if (!this.#isStopped) this.#lookLater();
  }
}
