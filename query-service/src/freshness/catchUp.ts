import { setTimeout as pause } from 'node:timers/promises';
import { readYourWritesMs } from '@pmcw/contracts';
import type { ModelName } from '@pmcw/projections/tables';
import { HeadTimes, type Incarnations } from '@pmcw/runtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Streams } from '../audit/record.ts';
import type { ReadModels } from '../storage/database.ts';
import { incarnationIn } from './incarnationIn.ts';

const pollMs = 10;
/** Known positions expire: a rebuild from another engine's log resets a model to smaller positions. */
const trustMs = 5_000;
/** Further queries are answered at once. */
const maxWaiters = 1_000;
/** Waiting requests must not pile up while others are refused. */
const overloadedMs = 250;
/** For ages, which are in seconds. */
const noteEveryMs = 500;

export interface CatchUpOptions {
  readonly db: ReadModels;
  readonly log: Pick<Streams, 'head'>;
  readonly incarnations: Pick<Incarnations, 'current'>;
  readonly logger?: FastifyBaseLogger | undefined;
  readonly waitMs?: number | undefined;
}

interface Waiting {
  readonly gone: AbortSignal;
  readonly isOverloaded?: boolean;
}

interface Waiter {
  readonly models: readonly ModelName[];
  readonly position: bigint;
  readonly settle: () => void;
}

/**
 * Makes queries wait until read models have reached a position. One loop reads the checkpoints for all waiting queries.
 */
export class CatchUp {
  readonly #db: ReadModels;
  readonly #log: Pick<Streams, 'head'>;
  readonly #incarnations: Pick<Incarnations, 'current'>;
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #waitMs: number;
  readonly #reached = new Map<string, bigint>();
  #stopped: ReadonlySet<string> = new Set();
  #lookedAt = Number.NEGATIVE_INFINITY;
  readonly #waiters = new Set<Waiter>();
  #looking = false;
  readonly #heads = new HeadTimes();
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor({ db, log, incarnations, logger, waitMs = readYourWritesMs }: CatchUpOptions) {
    this.#db = db;
    this.#log = log;
    this.#incarnations = incarnations;
    this.#logger = logger;
    this.#waitMs = waitMs;
  }

  /** Also ends when `gone` aborts. @returns how many positions the slowest model lacks */
  async reach(models: readonly ModelName[], position: bigint, waiting: Waiting): Promise<bigint> {
    const missing = this.missing(models, position);
    if (missing === 0n || waiting.gone.aborted || this.#waiters.size >= maxWaiters) return missing;
    await this.#wait(models, position, waiting);
    return this.missing(models, position);
  }

  /** By an event or a wrong log, until an operator acts: waiting again is pointless. */
  isStopped(models: readonly ModelName[]): boolean {
    return models.some((model) => this.#stopped.has(model));
  }

  /** For how long the slowest model is known to have lacked something, rounded up; not from what clients claim. */
  secondsBehind(models: readonly ModelName[]): number {
    const seconds = models.map((model) => this.#heads.secondsBehind(this.#reached.get(model) ?? 0n));
    return Math.ceil(Math.max(0, ...seconds));
  }

  /** Never rejects; ages of an unavailable log are too low. */
  async #noteHead(): Promise<void> {
    const now = performance.now();
    if (now - this.#notedAt < noteEveryMs) return;
    this.#notedAt = now;
    const head = await this.#log.head().catch(() => null);
    if (head !== null) this.#heads.note(head);
  }

  #wait(
    models: readonly ModelName[],
    position: bigint,
    { gone, isOverloaded = false }: Waiting,
  ): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(deadline);
        gone.removeEventListener('abort', settle);
        this.#waiters.delete(waiter);
        resolve();
      };
      const waiter = { models, position, settle };
      const waitMs = isOverloaded ? Math.min(overloadedMs, this.#waitMs) : this.#waitMs;
      const deadline = setTimeout(settle, waitMs);
      gone.addEventListener('abort', settle);
      this.#waiters.add(waiter);
      void this.#lookWhileWaitedFor();
    });
  }

  /** How many positions the slowest model lacks, as far as is known. */
  missing(models: readonly ModelName[], position: bigint): bigint {
    const isKnown = performance.now() - this.#lookedAt < trustMs;
    let most = 0n;
    for (const model of models) {
      const behind = position - ((isKnown ? this.#reached.get(model) : undefined) ?? 0n);
      if (behind > most) most = behind;
    }
    return most;
  }

  /** Never rejects; without a database the waiting queries time out. */
  async #lookWhileWaitedFor(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    while (this.#waiters.size > 0) {
      void this.#noteHead();
      await this.#look();
      for (const { models, position, settle } of [...this.#waiters]) {
        if (this.missing(models, position) === 0n) settle();
      }
      if (this.#waiters.size > 0) await pause(pollMs);
    }
    this.#looking = false;
  }

  async #look(): Promise<void> {
    try {
      const rows = await this.#db
        .selectFrom('projections.checkpoints as reached')
        .select(['model', 'position', 'poison_position', 'stranded', incarnationIn('reached')])
        .execute();
      for (const { model, position, incarnation } of rows) {
        const isOfThisLog = incarnation === null || incarnation === this.#incarnations.current;
        this.#reached.set(model, isOfThisLog ? BigInt(position) : 0n);
      }
      const stopped = rows.filter(
        ({ poison_position, stranded }) => poison_position !== null || stranded !== null,
      );
      this.#stopped = new Set(stopped.map(({ model }) => model));
      this.#lookedAt = performance.now();
    } catch (error) {
      this.#logger?.debug({ err: error }, 'the checkpoints could not be read');
    }
  }
}
