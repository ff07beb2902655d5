import { backoffMs, isFinalStatement, pause } from '@pmcw/resilience';
import type { PreparedAppend } from '../engine/preparedAppend.ts';
import { originalResult } from '../engine/repeats.ts';
import { LogUnavailableError, WrongExpectedRevisionError } from '../errors.ts';
import type { AppendResult } from '../port.ts';
import type { Outcome } from './batchStatement.ts';

export interface FlushReport {
  readonly appends: number;
  readonly events: number;
  readonly ms: number;
}

/** `revision` and `position` are those of its last event. */
export interface WrittenAppend extends Pick<PreparedAppend, 'stream' | 'events'> {
  readonly revision: number;
  readonly position: bigint;
}

export interface GroupCommitOptions {
  readonly commit: (batch: readonly PreparedAppend[]) => Promise<readonly Outcome[]>;
  readonly maxQueue: number;
  readonly appendTimeoutMs: number;
  readonly onFlush: (flush: FlushReport) => void;
  /** In order of position. */
  readonly onWritten: (appends: readonly WrittenAppend[]) => void;
  readonly onRetry: (error: unknown) => void;
}

type Result = PromiseSettledResult<AppendResult>;

/** Nothing was committed. */
interface FlushFailure {
  readonly error: unknown;
}

/** Appends that are committed together. */
interface Queued {
  readonly appends: readonly PreparedAppend[];
  readonly size: number;
  readonly deadline: number;
  readonly resolve: (results: readonly Result[]) => void;
  readonly reject: (error: Error) => void;
}

/** Only those that were queued together may exceed them. */
const maxBatchAppends = 500;
const maxBatchSize = 4 * 1024 * 1024;
/** In characters of JSON. */
const maxQueuedSize = 64 * 1024 * 1024;
const retry = { firstMs: 20, mostMs: 1_000 };

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #queue: Queued[] = [];
  #depth = 0;
  #queuedSize = 0;
  #alone = 0;
  #running: Promise<void> | undefined;
  #flushing: Promise<FlushFailure | undefined> | undefined;
  readonly #closing = new AbortController();

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  get depth(): number {
    return this.#depth;
  }

  /** Resolves after the running flush and its `onWritten`; undefined if none runs. */
  get flushing(): Promise<unknown> | undefined {
    return this.#flushing;
  }

  async append(append: PreparedAppend): Promise<AppendResult> {
    const [result] = await this.appendInOrder([append]);
    if (result?.status === 'fulfilled') return result.value;
    throw result?.reason;
  }

  /** In one transaction. @throws LogUnavailableError if none is known to be written */
  async appendInOrder(appends: readonly PreparedAppend[]): Promise<readonly Result[]> {
    if (appends.length === 0) return [];
    const size = appends.reduce((sum, append) => sum + append.size, 0);
    if (this.#closing.signal.aborted) throw new LogUnavailableError('The log is closed');
    if (this.#depth + appends.length > this.#options.maxQueue || this.#queuedSize + size > maxQueuedSize) {
      throw new LogUnavailableError('Too many appends are waiting for the log');
    }
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + this.#options.appendTimeoutMs;
      this.#queue.push({ appends, size, deadline, resolve, reject });
      this.#count(appends.length, size);
      this.#running ??= this.#run();
    });
  }

  /** The rest gets one more flush. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (this.#queue.length > 0) {
      // Lets callers of the last flush queue again first, which fills batches at no cost.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = this.#take();
      const flushing = this.#flush(batch);
      this.#flushing = flushing;
      const failure = await flushing;
      this.#flushing = undefined;
      failures = failure === undefined ? 0 : failures + 1;
      if (failure !== undefined) await this.#recover(batch, failure.error, failures);
    }
    this.#running = undefined;
  }

  /** Stops at a repeated id, which must be committed first. */
  #take(): Queued[] {
    const ids = new Set<string>();
    let size = 0;
    let appends = 0;
    let count = 0;
    for (const queued of this.#queue) {
      const isTooMuch =
        appends + queued.appends.length > maxBatchAppends || size + queued.size > maxBatchSize;
      if (count > 0 && (isTooMuch || this.#alone > 0)) break;
      const events = queued.appends.flatMap((append) => append.events);
      if (events.some((event) => ids.has(event.eventId))) break;
      for (const event of events) ids.add(event.eventId);
      size += queued.size;
      appends += queued.appends.length;
      count += 1;
    }
    this.#alone = Math.max(0, this.#alone - 1);
    this.#count(-appends, -size);
    return this.#queue.splice(0, count);
  }

  async #flush(batch: readonly Queued[]): Promise<FlushFailure | undefined> {
    const started = performance.now();
    const appends = batch.flatMap((queued) => queued.appends);
    let outcomes: readonly Outcome[];
    try {
      outcomes = await this.#options.commit(appends);
    } catch (error) {
      return { error };
    }
    const ms = performance.now() - started;
    const results = appends.map((append, n) => resultOf(append, outcomes[n]));
    let answered = 0;
    for (const { appends, resolve } of batch) {
      resolve(results.slice(answered, answered + appends.length));
      answered += appends.length;
    }
    const written = appends.flatMap((append, n): WrittenAppend[] => {
      const outcome = outcomes[n];
      return outcome?.kind === 'written' ? [{ ...append, ...outcome }] : [];
    });
    if (written.length > 0) this.#options.onWritten(written);
    const events = appends.reduce((sum, append) => sum + append.events.length, 0);
    this.#options.onFlush({ appends: appends.length, events, ms });
    return undefined;
  }

  /**
   * Event ids prevent duplicates after a lost answer. After a bad value, retries what was queued together on its own,
   * so that only that fails.
   */
  async #recover(batch: Queued[], error: unknown, failures: number): Promise<void> {
    if (isFinalStatement(error)) {
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) return only.reject(asError(error));
      this.#alone = batch.length;
      return this.#putBack(batch);
    }
    this.#putBack(batch);
    const { signal } = this.#closing;
    if (!signal.aborted) {
      this.#options.onRetry(error);
      await pause(backoffMs(failures, retry), signal);
    }
    this.#expire(error);
  }

  #putBack(batch: Queued[]): void {
    this.#queue = [...batch, ...this.#queue];
    for (const { appends, size } of batch) this.#count(appends.length, size);
  }

  #count(appends: number, size: number): void {
    this.#depth += appends;
    this.#queuedSize += size;
  }

  #expire(cause: unknown): void {
    const isClosed = this.#closing.signal.aborted;
    const now = isClosed ? Number.POSITIVE_INFINITY : performance.now();
    const late = this.#queue.filter(({ deadline }) => deadline <= now);
    this.#queue = this.#queue.filter(({ deadline }) => deadline > now);
    for (const { appends, size, reject } of late) {
      this.#count(-appends.length, -size);
      const reason = isClosed
        ? 'The log was closed while it was unavailable'
        : 'The log could not be reached in time';
      reject(new LogUnavailableError(reason, { cause }));
    }
  }
}

function resultOf(append: PreparedAppend, outcome: Outcome | undefined): Result {
  if (outcome?.kind === 'written') {
    const { revision, position } = outcome;
    return { status: 'fulfilled', value: { revision, position, repeated: false } };
  }
  if (outcome?.kind === 'refused') {
    const reason = new WrongExpectedRevisionError(append.stream, append.expected, outcome.actual);
    return { status: 'rejected', reason };
  }
  try {
    return { status: 'fulfilled', value: originalResult(append, outcome?.events ?? new Map()) };
  } catch (error) {
    return { status: 'rejected', reason: asError(error) };
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
