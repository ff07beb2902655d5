import type { PreparedAppend } from '../engine/preparedAppend.ts';
import { LogUnavailableError } from '../errors.ts';
import type { AppendResult } from '../port.ts';
import { LogClosedError } from './errors.ts';
import { left, within } from './time.ts';

/** Limits of the queue, and what it does with an append whose turn has come. */
export interface AppendQueueOptions {
  /** Most appends that wait or are under way; one more is refused. */
  readonly maxQueue: number;
  /** How long an append waits and is tried, in milliseconds. */
  readonly appendTimeoutMs: number;
  /** Makes an append; settles by the deadline, or soon after. */
  readonly send: (append: PreparedAppend, deadline: number) => Promise<AppendResult>;
}

/** A server takes about a hundred calls at once on a connection; some are left for readers. */
const maxSent = 64;
/** What the queue holds at most, in characters of JSON. */
const maxQueuedSize = 64 * 1024 * 1024;
/** What an append that was just then answered gets beyond its time, for its answer says more. */
const graceMs = 100;

/** Appends of one process: those to one stream in the order in which they were made, those to others side by side. */
export class AppendQueue {
  readonly #options: AppendQueueOptions;
  /** The last append of each stream that has any. */
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #forSlot: (() => void)[] = [];
  #sent = 0;
  #depth = 0;
  #size = 0;
  #closed = false;

  constructor(options: AppendQueueOptions) {
    this.#options = options;
  }

  /** Appends that wait or are under way. */
  get depth(): number {
    return this.#depth;
  }

  /** See `EventLog.append` for its errors. */
  async append(append: PreparedAppend): Promise<AppendResult> {
    if (this.#closed) throw new LogClosedError();
    if (this.#depth >= this.#options.maxQueue || this.#size + append.size > maxQueuedSize) {
      throw new LogUnavailableError('Too many appends are waiting for the log');
    }
    const deadline = performance.now() + this.#options.appendTimeoutMs;
    return within(this.#options.appendTimeoutMs + graceMs, this.#queue(append, deadline));
  }

  /** Takes nothing more; resolves when everything taken has its answer. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#lanes.values());
  }

  async #queue(append: PreparedAppend, deadline: number): Promise<AppendResult> {
    this.#depth += 1;
    this.#size += append.size;
    const before = this.#lanes.get(append.stream);
    const result = this.#inTurn(before, append, deadline);
    const over = result.then(
      () => undefined,
      () => undefined,
    );
    this.#lanes.set(append.stream, over);
    try {
      return await result;
    } finally {
      this.#depth -= 1;
      this.#size -= append.size;
      if (this.#lanes.get(append.stream) === over) this.#lanes.delete(append.stream);
    }
  }

  async #inTurn(
    before: Promise<void> | undefined,
    append: PreparedAppend,
    deadline: number,
  ): Promise<AppendResult> {
    await before;
    await this.#slot();
    try {
      if (left(deadline) <= 1) throw new LogUnavailableError('The log could not be reached in time');
      return await this.#options.send(append, deadline);
    } finally {
      this.#leaveSlot();
    }
  }

  async #slot(): Promise<void> {
    if (this.#sent < maxSent) {
      this.#sent += 1;
      return;
    }
    await new Promise<void>((resolve) => this.#forSlot.push(resolve));
  }

  /** Leaves the place to who waits for longest. */
  #leaveSlot(): void {
    const next = this.#forSlot.shift();
    if (next === undefined) this.#sent -= 1;
    else next();
  }
}
