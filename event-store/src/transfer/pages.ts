import type { EventLog, StoredEvent } from '../port.ts';
import { insisting } from './insisting.ts';

export interface EventPages extends AsyncIterable<readonly StoredEvent[]> {
  /** From 0 to 1. */
  readonly share: number;
}

/** Prefetches one page and holds no more than two. */
export class LogPages implements EventPages {
  readonly #log: EventLog;
  readonly #after: bigint;
  readonly #upTo: bigint;
  #reached: bigint;

  constructor(log: EventLog, after: bigint, upTo: bigint) {
    this.#log = log;
    this.#after = after;
    this.#upTo = upTo;
    this.#reached = after;
  }

  /** Up to the current head. */
  static async ofAll(log: EventLog): Promise<LogPages> {
    return new LogPages(log, 0n, await insisting(() => log.head()));
  }

  get end(): bigint {
    return this.#upTo;
  }

  get share(): number {
    const all = Number(this.#upTo - this.#after);
    return all <= 0 ? 1 : Math.min(1, Number(this.#reached - this.#after) / all);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StoredEvent[]> {
    if (this.#reached >= this.#upTo) return;
    for (let next = this.#read(this.#after); this.#reached < this.#upTo; ) {
      const { events, position, live } = await next;
      if (position < this.#upTo) {
        if (live) throw new Error(`The log ends at ${position}, and said that it reaches ${this.#upTo}`);
        next = this.#read(position);
      }
      const wanted = events.filter((event) => event.position <= this.#upTo);
      if (wanted.length > 0) yield wanted;
      this.#reached = position;
    }
  }

  #read(after: bigint) {
    const page = insisting(() => this.#log.readAll(after));
    // Never awaited if the consumer stops.
    page.catch(() => undefined);
    return page;
  }
}
