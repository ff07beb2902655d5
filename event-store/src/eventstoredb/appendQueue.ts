import { Lanes, Turns } from '@pmcw/resilience';
import type { PreparedAppend } from '../engine/preparedAppend.ts';
import { LogUnavailableError } from '../errors.ts';
import type { AppendResult } from '../port.ts';
import { LogClosedError } from './errors.ts';
import { answerWithin, left } from './time.ts';

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
  readonly #lanes = new Lanes();
  readonly #slots = new Turns({ atOnce: maxSent });
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
    return answerWithin(this.#options.appendTimeoutMs + graceMs, this.#queue(append, deadline));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#lanes.idle();
  }

  async #queue(append: PreparedAppend, deadline: number): Promise<AppendResult> {
    this.#depth += 1;
    this.#size += append.size;
    try {
      return await this.#lanes.run(append.stream, () =>
        this.#slots.run(async () => {
          if (left(deadline) <= 1) throw new LogUnavailableError('The log could not be reached in time');
          return this.#options.send(append, deadline);
        }),
      );
    } finally {
      this.#depth -= 1;
      this.#size -= append.size;
    }
  }
}
