import { once } from 'node:events';
import { type Following, follow, type ReadOn } from '@pmcw/event-store';
import { Interruptions, pause } from '@pmcw/resilience';
import { dropAbandoned, RebuildRunningError, rebuild } from '../rebuild/rebuild.ts';
import {
  type Checkpoint,
  readCheckpoints,
  recordExamination,
  recordHead,
  recordPoison,
  recordStranded,
} from './checkpoint.ts';
import { describe, framesOf, PoisonEventError, poisonOf, retryMs } from './failures.ts';
import { acquireLease, askEveryMs, type Lease, releaseLease } from './lease.ts';
import type { KeptLease, LeaseKeeper } from './leaseKeeper.ts';
import type { ProductRecord, ReadModel } from './model.ts';
import { type FollowerListener, ReportedState } from './modelState.ts';
import { followedLog, type RunnerContext } from './options.ts';
import { prepareSchemas } from './schema.ts';
import { Session } from './session.ts';
import type { SharedSteps } from './sharedSteps.ts';
import { examine, examineAgain } from './stranded.ts';

/** Of all followers of a process. */
export interface SharedWriting {
  readonly keeper: LeaseKeeper;
  readonly steps: SharedSteps;
}

const batchSize = 2_000;
/** How often a stopped model checks whether a rebuild has fixed it. */
const recheckMs = 1_000;
/** Limits checks for the right log to a part of the time. */
const examineShare = 20;
/** How often tables of killed rebuilds are looked for. */
const tidyMs = 60_000;

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort');
};

/** Keeps one read model current: waits for its lease, follows the log, and starts over on changes. */
export class Follower {
  readonly #model: ReadModel;
  readonly #context: RunnerContext;
  readonly #shared: SharedWriting;
  readonly #listener: FollowerListener;
  #following: Following | null = null;
  readonly #interruptions = new Interruptions((error, times) => {
    const fields = { model: this.#model.name, error: describe(error), frames: framesOf(error), times };
    this.#context.logger.warn(fields, 'read model interrupted, trying again');
  });
  readonly #databaseAway = new Interruptions((error, times) => {
    const fields = { model: this.#model.name, error: describe(error), times };
    this.#context.logger.warn(fields, 'database away, trying again');
  });
  readonly #state: ReportedState;
  #wasOurs = false;
  #examineAt = Number.NEGATIVE_INFINITY;

  constructor(model: ReadModel, context: RunnerContext, shared: SharedWriting, listener: FollowerListener) {
    this.#model = model;
    this.#context = context;
    this.#shared = shared;
    this.#listener = listener;
    this.#state = new ReportedState(model.name, context.logger, listener);
  }

  start(): void {
    this.#following = follow(this.#context.eventStore, {
      filter: { types: this.#model.types },
      batchSize,
      turn: async (readOn, stopping) => pause(await this.#turn(readOn, stopping), stopping),
      retry: retryMs,
      onFailure: ({ err }) => {
        this.#state.become('standby', describe(err));
        this.#interruptions.happened(err);
      },
    });
  }

  async stop(): Promise<void> {
    await this.#following?.stop();
    this.#state.become('standby', null);
  }

  /** @returns milliseconds until the next turn */
  async #turn(readOn: ReadOn<ProductRecord>, stopping: AbortSignal): Promise<number> {
    const { connections, eventStore } = this.#context;
    const { version } = this.#model;
    const checkpoint = await this.#checkpoint();
    if (checkpoint === null) {
      await prepareSchemas(connections, [this.#model], followedLog(this.#context));
      return 0;
    }
    if (checkpoint.version !== version || checkpoint.engine !== eventStore.engine) {
      return this.#otherTables(checkpoint, stopping);
    }
    this.#wasOurs = true;
    if (!(await this.#isOfThisLog(checkpoint)) || (await this.#isToFill(checkpoint)))
      return this.#rebuild(stopping);
    if (checkpoint.stranded !== null) return this.#examineAgain(checkpoint);
    if (checkpoint.poison !== null && checkpoint.poison.position === this.#state.poisonedAt) return recheckMs;
    const waitMs = await this.#leased((lease) => this.#follow(lease, readOn, stopping));
    if (waitMs !== null) return waitMs;
    this.#state.become('standby', null);
    return askEveryMs;
  }

  async #leased(work: (lease: Lease) => Promise<number>): Promise<number | null> {
    const { connections, holder } = this.#context;
    const lease = await acquireLease(connections, this.#model.name, holder);
    if (lease === null) return null;
    try {
      return await work(lease);
    } finally {
      // Without a database the lease expires.
      await releaseLease(connections, lease).catch(() => undefined);
    }
  }

  async #checkpoint(): Promise<Checkpoint | null> {
    const { name } = this.#model;
    return (await readCheckpoints(this.#context.connections, [name])).get(name) ?? null;
  }

  /**
   * Rebuilds tables of an older version or another engine; leaves newer ones to newer code. If the tables were of this
   * engine before, this process was replaced: two processes with different logs must not take the tables from each
   * other in turns.
   */
  async #otherTables({ version, engine }: Checkpoint, stopping: AbortSignal): Promise<number> {
    if (version > this.#model.version) {
      this.#state.become('standby', `its tables are of the newer version ${version}`);
      return recheckMs;
    }
    const own = this.#context.eventStore.engine;
    if (engine !== own && this.#wasOurs) {
      const error = `its tables now follow the ${engine} log, and this process the ${own} log`;
      if (this.#state.error !== error) this.#context.logger.warn({ model: this.#model.name, engine }, error);
      this.#state.become('standby', error);
      return recheckMs;
    }
    return this.#rebuild(stopping);
  }

  /** Whether the log was not restored since the checkpoint. This process may not have noticed yet. */
  async #isOfThisLog({ incarnation }: Checkpoint): Promise<boolean> {
    const { incarnations } = this.#context;
    if (incarnation === null || incarnation === incarnations.current) return true;
    await incarnations.look();
    return incarnation === incarnations.current;
  }

  /** A rebuild fills empty tables faster. At an event that stops it, the model must at least have those before. */
  async #isToFill({ position, filled }: Checkpoint): Promise<boolean> {
    return (
      position === 0n && !filled && this.#state.poisonedAt === null && (await this.#context.logPages.isLong())
    );
  }

  async #rebuild(stopping: AbortSignal): Promise<number> {
    if (this.#state.poisonedAt !== null) return recheckMs;
    this.#state.become('rebuilding', null);
    try {
      await rebuild(this.#model, this.#context, { signal: stopping });
      return 0;
    } catch (error) {
      if (error instanceof RebuildRunningError) return recheckMs;
      if (!(error instanceof PoisonEventError)) throw error;
      this.#state.poisoned(error);
      return recheckMs;
    }
  }

  /** A log that was down, or replaced by mistake, may be the right one again. */
  async #examineAgain(checkpoint: Checkpoint): Promise<number> {
    const began = performance.now();
    if (began < this.#examineAt) return recheckMs;
    const reason = await examineAgain(this.#context.eventStore, this.#model, checkpoint);
    // It may have read much of the log.
    this.#examineAt = performance.now() + examineShare * (performance.now() - began);
    if (reason !== null) this.#state.stranded(reason);
    if (reason === checkpoint.stranded) return recheckMs;
    const waitMs = await this.#leased(async (lease) => {
      await recordExamination(this.#context.connections, lease, checkpoint, reason);
      return reason === null ? 0 : recheckMs;
    });
    return waitMs ?? askEveryMs;
  }

  async #follow(lease: Lease, readOn: ReadOn<ProductRecord>, stopping: AbortSignal): Promise<number> {
    const { eventStore, connections } = this.#context;
    const checkpoint = await this.#checkpoint();
    // It may have been swapped during the wait for the lease.
    if (checkpoint === null || !this.#isFollowable(checkpoint)) return 0;
    const { head, stranded } = await examine(eventStore, checkpoint);
    if (stranded !== null) {
      const { incarnations } = this.#context;
      const before = incarnations.current;
      await incarnations.restart(before);
      if (incarnations.current === before) await recordStranded(connections, lease, stranded);
      return 0;
    }
    if (!(await recordHead(connections, lease, head, this.#context.incarnations.current))) return 0;
    const kept = this.#shared.keeper.keep(lease, () => session.end('lease lost'));
    const session = this.#session(lease, checkpoint.position, kept);
    const tidying = setInterval(() => void this.#tidyUp(), tidyMs);
    void this.#tidyUp();
    this.#state.become('running', null);
    // At once, because a batch may be waiting for the database.
    const closed = aborted(AbortSignal.any([stopping, session.over])).then(() => session.close());
    try {
      await readOn(checkpoint.position, (batch) => session.take(batch), session.over);
    } catch (error) {
      session.end(poisonOf(error) ?? error);
    } finally {
      await closed;
      await kept.leave();
      clearInterval(tidying);
    }
    return this.#afterwards(lease, session.over.reason);
  }

  #isFollowable({ version, engine, incarnation, stranded }: Checkpoint): boolean {
    const followed = followedLog(this.#context);
    const isOfThisLog = incarnation === null || incarnation === followed.incarnation;
    return version === this.#model.version && engine === followed.engine && isOfThisLog && stranded === null;
  }

  async #tidyUp(): Promise<void> {
    // Retried at the next turn.
    await dropAbandoned(this.#context, this.#model.name).catch(() => undefined);
  }

  #session(lease: Lease, position: bigint, kept: KeptLease): Session {
    const { connections, eventStore } = this.#context;
    const { name } = this.#model;
    return new Session({
      connections,
      model: this.#model,
      engine: eventStore.engine,
      lease,
      position,
      shared: this.#shared.steps,
      onWritten: (events, seconds) => {
        kept.renewed(seconds);
        this.#listener.written(name, events, seconds);
      },
      onRetry: (error) => this.#databaseAway.happened(error),
    });
  }

  async #afterwards(lease: Lease, reason: unknown): Promise<number> {
    if (reason instanceof PoisonEventError) {
      await recordPoison(this.#context.connections, lease, reason);
      this.#state.poisoned(reason);
      return recheckMs;
    }
    if (reason instanceof Error) throw reason;
    this.#state.become('standby', null);
    this.#context.logger.info({ model: this.#model.name, reason }, 'read model session ended');
    return 0;
  }
}
