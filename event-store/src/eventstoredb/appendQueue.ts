import type { PreparedAppend } from '../engine/preparedAppend.ts';
import { LogUnavailableError } from '../errors.ts';
import type { AppendResult } from '../port.ts';
import { LogClosedError } from './errors.ts';
import { left, within } from './time.ts';

export interface AppendQueueOptions {
  readonly maxQueue: number;
  readonly appendTimeoutMs: number;
  readonly send: (append: PreparedAppend, deadline: number) => Promise<AppendResult>;
}

/** A connection takes about a hundred calls, including reads. */
const maxSent = 64;
/** In characters of JSON. */
const maxQueuedSize = 64 * 1024 * 1024;
/** Wait after the deadline: the sender's error says more than a timeout. */
const graceMs = 100;

/** In order per stream, concurrent across streams. */
export class AppendQueue {
  readonly #options: AppendQueueOptions;
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #forSlot: (() => void)[] = [];
  #sent = 0;
  #depth = 0;
  #size = 0;
  #closed = false;

  constructor(options: AppendQueueOptions) {
    this.#options = options;
  }

  get depth(): number {
    return this.#depth;
  }

  async append(append: PreparedAppend): Promise<AppendResult> {
    if (this.#closed) throw new LogClosedError();
    if (this.#depth >= this.#options.maxQueue || this.#size + append.size > maxQueuedSize) {
      throw new LogUnavailableError('Too many appends are waiting for the log');
    }
    const deadline = performance.now() + this.#options.appendTimeoutMs;
    return within(this.#options.appendTimeoutMs + graceMs, this.#queue(append, deadline));
  }

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

  #leaveSlot(): void {
    const next = this.#forSlot.shift();
    if (next === undefined) this.#sent -= 1;
    else next();
  }
}
