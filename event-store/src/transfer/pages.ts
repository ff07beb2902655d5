import type { EventLog, StoredEvent } from '../port.ts';
import { insisting } from './insisting.ts';

/** Events in the order of a log, page by page; may be walked once. */
export interface EventPages extends AsyncIterable<readonly StoredEvent[]> {
  /** How much of it was given so far, from 0 to 1. */
  readonly share: number;
}

/**
 * The events of a log after a position up to another, usually its head as one began: what is appended meanwhile is
 * left for another time. Reads the next page while one is worked on, and holds no more than these two.
 */
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

  /** The whole log as it is now. */
  static async ofAll(log: EventLog): Promise<LogPages> {
    return new LogPages(log, 0n, await insisting(() => log.head()));
  }

  /** Where the walk ends. */
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
    // Awaited later, or never when whoever walks has stopped.
    page.catch(() => undefined);
    return page;
  }
}
