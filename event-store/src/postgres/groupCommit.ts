import { backoff, pause } from '../engine/backoff.ts';
import type { PreparedAppend } from '../engine/preparedAppend.ts';
import { originalResult } from '../engine/repeats.ts';
import { LogUnavailableError, WrongExpectedRevisionError } from '../errors.ts';
import type { AppendResult } from '../port.ts';
import type { Outcome } from './batchStatement.ts';
import { isFinal } from './errors.ts';

/** One flush that was committed. */
export interface FlushReport {
  /** Appends in it, refused and repeated ones too. */
  readonly appends: number;
  /** Events in those appends. */
  readonly events: number;
  /** Milliseconds from sending the batch to its answer. */
  readonly ms: number;
}

/** Limits and hooks of a group commit. */
export interface GroupCommitOptions {
  /** Commits a batch of appends without common event ids, in one transaction. */
  readonly commit: (batch: readonly PreparedAppend[]) => Promise<readonly Outcome[]>;
  /** Most appends that wait; one more is refused. */
  readonly maxQueue: number;
  /** How long an append is tried, in milliseconds. */
  readonly appendTimeoutMs: number;
  readonly onFlush: (flush: FlushReport) => void;
  /** The log's last position grew to this one. */
  readonly onHead: (position: bigint) => void;
  /** A flush failed; it will be tried again. */
  readonly onRetry: (error: unknown) => void;
}

interface Waiting {
  readonly append: PreparedAppend;
  readonly deadline: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: Error) => void;
}

/** A batch never grows beyond these, so that a statement stays short; a single append may. */
const maxBatchAppends = 500;
const maxBatchSize = 4 * 1024 * 1024;
/** What the queue holds at most, in characters of JSON. */
const maxQueuedSize = 64 * 1024 * 1024;
const retry = { first: 20, most: 1_000 };

/** Appends of one process, committed together: while one batch is under way, the next one gathers. */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #queue: Waiting[] = [];
  #queuedSize = 0;
  /** So many of the next appends go one by one, because a batch of them was refused for somebody's bad value. */
  #alone = 0;
  #running: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /** Appends that wait for their flush. */
  get depth(): number {
    return this.#queue.length;
  }

  /** Queues an append; see `EventLog.append` for its errors. */
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

  /**
   * Takes nothing more and tries nothing again: what is taken has one more flush at most, and is refused with
   * LogUnavailableError when one fails, or had just failed. Resolves when everything has its answer.
   */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (this.#queue.length > 0) {
      // Whoever the last flush answered gets to queue again first: fuller batches at no cost in time.
      await new Promise((resolve) => setImmediate(resolve));
      const batch = this.#take();
      const failure = await this.#flush(batch);
      failures = failure === undefined ? 0 : failures + 1;
      if (failure !== undefined) await this.#recover(batch, failure.error, failures);
    }
    this.#running = undefined;
  }

  /** The next appends up to the limits, and up to one that repeats an event id of the batch: the log must know that id by then. */
  #take(): Waiting[] {
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

  /** Commits a batch and answers its callers; when nothing was committed, the error that says why. */
  async #flush(batch: readonly Waiting[]): Promise<{ readonly error: unknown } | undefined> {
    const started = performance.now();
    let outcomes: readonly Outcome[];
    try {
      outcomes = await this.#options.commit(batch.map((waiting) => waiting.append));
    } catch (error) {
      return { error };
    }
    const ms = performance.now() - started;
    let head = 0n;
    for (const [n, waiting] of batch.entries()) {
      const outcome = outcomes[n];
      if (outcome?.kind === 'written') head = outcome.position;
      answer(waiting, outcome);
    }
    this.#options.onHead(head);
    const events = batch.reduce((sum, { append }) => sum + append.events.length, 0);
    this.#options.onFlush({ appends: batch.length, events, ms });
    return undefined;
  }

  /**
   * A flush is all or nothing and its event ids make it safe to try again, even when only its answer was lost.
   * A bad value fails its own append: its batch is tried again one by one.
   */
  async #recover(batch: Waiting[], error: unknown, failures: number): Promise<void> {
    if (isFinal(error)) {
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) return only.reject(asError(error));
      this.#alone = batch.length;
      return this.#putBack(batch);
    }
    this.#putBack(batch);
    const { signal } = this.#closing;
    if (!signal.aborted) {
      this.#options.onRetry(error);
      await pause(backoff(failures, retry), signal);
    }
    this.#expire(error);
  }

  #putBack(batch: Waiting[]): void {
    this.#queue = [...batch, ...this.#queue];
    for (const { append } of batch) this.#queuedSize += append.size;
  }

  /** Refuses what has no more time, which is everything once the log is closed. */
  #expire(cause: unknown): void {
    const isClosed = this.#closing.signal.aborted;
    const now = isClosed ? Number.POSITIVE_INFINITY : performance.now();
    const late = this.#queue.filter(({ deadline }) => deadline <= now);
    this.#queue = this.#queue.filter(({ deadline }) => deadline > now);
    for (const { append, reject } of late) {
      this.#queuedSize -= append.size;
      const reason = isClosed
        ? 'The log was closed while it was away'
        : 'The log could not be reached in time';
      reject(new LogUnavailableError(reason, { cause }));
    }
  }
}

function answer({ append, resolve, reject }: Waiting, outcome: Outcome | undefined): void {
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
