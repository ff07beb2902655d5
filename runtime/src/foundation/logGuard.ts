import { type EventLog, LogUnavailableError } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { spread } from '@pmcw/resilience';
import type { CheckResult } from '../operations/readiness.ts';
import { nameOf, wrongLog } from './instance.ts';

export interface LogGuardOptions {
  readonly log: EventLog;
  readonly id: string;
  readonly logger: Logger;
  /** Longest pause between two checks (default 5,000). */
  readonly lookEveryMs?: number;
}

const logEveryMs = 60_000;

const exchanged = 'another one is served where it was';

/**
 * Guards a log that was right at the start: a server may come back with an empty volume, or a name may lead elsewhere.
 * Checks its id regularly, after outages, and if its head moves back. While the id is wrong, refuses everything as if
 * the log were down.
 */
export class LogGuard {
  readonly guarded: EventLog;
  readonly #options: LogGuardOptions;
  #isRight = true;
  /** Number of outages, and of those followed by a check. */
  readonly #away = { times: 0, settled: 0 };
  #looking: Promise<void> | null = null;
  #head = 0n;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: LogGuardOptions) {
    this.#options = options;
    this.guarded = this.#guard(options.log);
    this.#lookLater();
  }

  check(): CheckResult {
    return this.#isRight ? { ok: true } : { ok: false, reason: exchanged };
  }

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

  /** A smaller head makes devices drop data and models stop, so it must never come from a wrong log. */
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
    else this.#logWrong();
  }

  #logWrong(): void {
    const now = performance.now();
    if (now - this.#loggedAt < logEveryMs) return;
    this.#loggedAt = now;
    this.#options.logger.error({}, wrongLog(exchanged));
  }

  #lookLater(): void {
    const { lookEveryMs = 5_000 } = this.#options;
    this.#timer = setTimeout(() => void this.#lookAgain(), spread(lookEveryMs)).unref();
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      this.#away.times += 1;
      this.#options.logger.debug({ err: error }, "could not read the log's id");
    }
    if (!this.#isStopped) this.#lookLater();
  }
}
