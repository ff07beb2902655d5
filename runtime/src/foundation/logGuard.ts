import {
  type BatchHandler,
  type EventLog,
  LogUnavailableError,
  type StoredEvent,
  type SubscribeOptions,
  type Subscription,
} from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { spread } from '@pmcw/resilience';
import type { CheckResult } from '../operations/readiness.ts';
import { type Incarnations, type LogIdentity, lostFrom } from './incarnation.ts';
import { wrongLog } from './instance.ts';

export interface LogGuardOptions {
  readonly log: EventLog;
  /** As it was verified. */
  readonly identity: LogIdentity;
  /** Reads it again; starts an incarnation if the log was restored, certainly so if it has lost events. */
  readonly settle: (hasLost: boolean) => Promise<LogIdentity>;
  readonly logger: Logger;
  /** Longest pause between two checks (default 10,000). */
  readonly lookEveryMs?: number;
}

const logEveryMs = 60_000;

const restored = () => new LogUnavailableError('The log was restored');

const exchanged = 'another one is served where it was';

/**
 * Guards a log that was right at the start: a server may come back with an empty or a restored volume, or a name may
 * lead elsewhere. Checks its id and incarnation regularly, after outages, and if its head moves back. While the id is
 * wrong, refuses everything as if the log were down. Ends subscriptions when the log was restored, because they wait at
 * a position of the events that are gone.
 */
export class LogGuard implements Incarnations {
  readonly guarded: EventLog;
  readonly #options: LogGuardOptions;
  #identity: LogIdentity;
  readonly #listeners = new Set<() => void>();
  #isRight = true;
  /** Number of outages, and of those followed by a check. */
  readonly #away = { times: 0, settled: 0 };
  #looking: Promise<void> | null = null;
  #turn: Promise<void> = Promise.resolve();
  #head = 0n;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: LogGuardOptions) {
    this.#options = options;
    this.#identity = options.identity;
    this.guarded = this.#guard(options.log);
    this.#lookLater();
  }

  get current(): string {
    return this.#identity.incarnations.at(-1)?.id ?? '';
  }

  lostFrom(other: string): bigint | null {
    return lostFrom(this.#identity.incarnations, other);
  }

  onStarted(listener: () => void): void {
    this.#listeners.add(listener);
  }

  look(): Promise<void> {
    return this.#look();
  }

  restart(lost: string): Promise<void> {
    return this.#lookNow(lost);
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
      appendInOrder: (...given) => whenRight(() => log.appendInOrder(...given)),
      async *readStream(stream, fromRevision) {
        await whenRight(async () => undefined);
        yield* log.readStream(stream, fromRevision);
      },
      readAll: (after, filter, limit) => whenRight(() => log.readAll(after, filter, limit)),
      subscribe: (...given) => this.#subscribe(log, ...given),
      head: () => whenRight(() => this.#surelyHead()),
      close: () => log.close(),
    };
  }

  #subscribe(
    log: EventLog,
    after: bigint,
    handler: BatchHandler<StoredEvent>,
    options?: SubscribeOptions,
  ): Subscription {
    const { current } = this;
    const handle: typeof handler = async (batch) => {
      await this.#whenRight(async () => undefined);
      if (this.current !== current) throw restored();
      await handler(batch);
    };
    const subscription = log.subscribe(after, handle, options);
    const over = new Promise<never>((_, reject) => {
      const end = () => {
        void subscription.stop();
        reject(restored());
      };
      this.#listeners.add(end);
      const forget = () => this.#listeners.delete(end);
      subscription.done.then(forget, forget);
    });
    const done = Promise.race([subscription.done, over]);
    // Not every subscriber awaits it.
    done.catch(() => undefined);
    return { done, stop: () => subscription.stop() };
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
    if (head >= this.#head) {
      this.#refuseWrong();
      this.#head = head;
      return head;
    }
    await this.#lookNow();
    this.#refuseWrong();
    return this.#head;
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

  /** One after the other: evidence that two looks share must not start two incarnations. */
  #lookNow(lost?: string): Promise<void> {
    const turn = this.#turn.then(() => this.#examine(lost));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #examine(lost: string | undefined): Promise<void> {
    const { log, settle, identity, logger } = this.#options;
    const { times } = this.#away;
    // Another request's head may be newer than this one, and arrive earlier.
    const headBefore = this.#head;
    const head = await log.head();
    const found = await settle(lost === this.current || head < headBefore);
    this.#isRight = found.name === identity.name;
    this.#away.settled = times;
    if (!this.#isRight) return this.#logWrong();
    const before = this.current;
    this.#identity = found;
    if (this.current === before) {
      if (head > this.#head) this.#head = head;
      return;
    }
    this.#head = await log.head();
    logger.warn({ incarnation: this.current }, 'the log was restored: devices and read models start over');
    for (const listener of [...this.#listeners]) listener();
  }

  #logWrong(): void {
    const now = performance.now();
    if (now - this.#loggedAt < logEveryMs) return;
    this.#loggedAt = now;
    this.#options.logger.error({}, wrongLog(exchanged));
  }

  #lookLater(): void {
    const { lookEveryMs = 10_000 } = this.#options;
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
