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

interface QueuedAppend {
  readonly append: PreparedAppend;
  readonly deadline: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: Error) => void;
}

/** Only a single append may exceed them. */
const maxBatchAppends = 500;
const maxBatchSize = 4 * 1024 * 1024;
/** In characters of JSON. */
const maxQueuedSize = 64 * 1024 * 1024;
const retry = { firstMs: 20, mostMs: 1_000 };

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #queue: QueuedAppend[] = [];
  #queuedSize = 0;
  #alone = 0;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  get depth(): number {
    return this.#queue.length;
  }

  append(append: PreparedAppend): Promise<AppendResult> {
    if (this.#closing.signal.aborted) return Promise.reject(new LogUnavailableError('The log is closed'));
    if (this.#queue.length >= this.#options.maxQueue || this.#queuedSize + append.size > maxQueuedSize) {
      return Promise.reject(new LogUnavailableError('Too many appends are waiting for the log'));
    }
    return new Promise((resolve, reject) => {
      const deadline = performance.now() + this.#options.appendTimeoutMs;
      this.#queue.push({ append, deadline, resolve, reject });
      this.#queuedSize += append.size;
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
      const failure = await this.#flush(batch);
      failures = failure === undefined ? 0 : failures + 1;
      if (failure !== undefined) await this.#recover(batch, failure.error, failures);
    }
    this.#running = undefined;
  }

  /** Stops at a repeated id, which must be committed first. */
  #take(): QueuedAppend[] {
    const ids = new Set<string>();
    let size = 0;
    let count = 0;
    const limit = this.#alone > 0 ? 1 : maxBatchAppends;
    for (const { append } of this.#queue) {
      const full = count === limit || (count > 0 && size + append.size > maxBatchSize);
      if (full || append.events.some((event) => ids.has(event.eventId))) break;
      for (const event of append.events) ids.add(event.eventId);
      size += append.size;
      count += 1;
    }
    this.#alone = Math.max(0, this.#alone - 1);
    this.#queuedSize -= size;
    return this.#queue.splice(0, count);
  }

  /** Returns the error if nothing was committed. */
  async #flush(batch: readonly QueuedAppend[]): Promise<{ readonly error: unknown } | undefined> {
    const started = performance.now();
    let outcomes: readonly Outcome[];
    try {
      outcomes = await this.#options.commit(batch.map((waiting) => waiting.append));
    } catch (error) {
      return { error };
    }
    const ms = performance.now() - started;
    const written: WrittenAppend[] = [];
    for (const [n, waiting] of batch.entries()) {
      const outcome = outcomes[n];
      if (outcome?.kind === 'written') written.push({ ...waiting.append, ...outcome });
      answer(waiting, outcome);
    }
    if (written.length > 0) this.#options.onWritten(written);
    const events = batch.reduce((sum, { append }) => sum + append.events.length, 0);
    this.#options.onFlush({ appends: batch.length, events, ms });
    return undefined;
  }

  /**
   * Event ids prevent duplicates after a lost answer. After a bad value, retries one append at a time, so that only the
   * bad one fails.
   */
  async #recover(batch: QueuedAppend[], error: unknown, failures: number): Promise<void> {
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

  #putBack(batch: QueuedAppend[]): void {
    this.#queue = [...batch, ...this.#queue];
    for (const { append } of batch) this.#queuedSize += append.size;
  }

  #expire(cause: unknown): void {
    const isClosed = this.#closing.signal.aborted;
    const now = isClosed ? Number.POSITIVE_INFINITY : performance.now();
    const late = this.#queue.filter(({ deadline }) => deadline <= now);
    this.#queue = this.#queue.filter(({ deadline }) => deadline > now);
    for (const { append, reject } of late) {
      this.#queuedSize -= append.size;
      const reason = isClosed
        ? 'The log was closed while it was unavailable'
        : 'The log could not be reached in time';
      reject(new LogUnavailableError(reason, { cause }));
    }
  }
}

function answer({ append, resolve, reject }: QueuedAppend, outcome: Outcome | undefined): void {
  if (outcome?.kind === 'written') {
    resolve({ revision: outcome.revision, position: outcome.position, repeated: false });
  } else if (outcome?.kind === 'refused') {
    reject(new WrongExpectedRevisionError(append.stream, append.expected, outcome.actual));
  } else {
    try {
      resolve(originalResult(append, outcome?.events ?? new Map()));
    } catch (error) {
      reject(asError(error));
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
