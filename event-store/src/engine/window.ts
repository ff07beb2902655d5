import { pause } from '@pmcw/resilience';
import type { Batch, ReadFilter, StoredEvent } from '../port.ts';
import type { EventFeed } from './eventFeed.ts';
import { passes } from './filter.ts';
import { freeze } from './frozen.ts';

export interface WindowLimits {
  readonly events: number;
  /** Approximate. */
  readonly bytes: number;
  /** By default pages are read as soon as there are events. */
  readonly gathering?: Gathering | undefined;
}

/**
 * After a page of at least so many events, the next is read only so long after it: for followers whose large steps cost
 * much less than many small ones.
 */
export interface Gathering {
  readonly events: number;
  readonly ms: number;
}

interface Entry {
  readonly event: StoredEvent;
  readonly size: number;
}

/** The latest events of a log, all of them between two positions, read once for any number of followers. */
export class Window {
  readonly #feed: EventFeed;
  readonly #limits: WindowLimits;
  /** Those before `first` are forgotten. They are removed many at a time, because each removal moves all others. */
  readonly #entries: (Entry | undefined)[] = [];
  #first = 0;
  #size = 0;
  #from: bigint;
  #upTo: bigint;
  #isLive = true;
  #growing: Promise<void> | undefined;
  #growAt = 0;
  readonly #closing = new AbortController();

  constructor(start: bigint, feed: EventFeed, limits: WindowLimits) {
    this.#from = start;
    this.#upTo = start;
    this.#feed = feed;
    this.#limits = limits;
  }

  get from(): bigint {
    return this.#from;
  }

  /** Whether the next events after a position are here, or still to come. */
  reaches(position: bigint): boolean {
    return position >= this.#from && (this.#isLive || position <= this.#upTo);
  }

  /** Reads a page if no events after a position are here; all callers share one read. */
  async readBeyond(position: bigint): Promise<void> {
    if (position < this.#upTo) return;
    this.#growing ??= this.#grow().finally(() => {
      this.#growing = undefined;
    });
    await this.#growing;
  }

  /** @param after the position directly before the events */
  append(after: bigint, events: () => readonly StoredEvent[]): void {
    if (after !== this.#upTo || this.#growing !== undefined) return;
    this.#add(events());
  }

  /** Events after a position, which it must reach. */
  slice(after: bigint, filter: ReadFilter, limit: number): Batch<StoredEvent> {
    const events: StoredEvent[] = [];
    for (let n = this.#firstAfter(after); n < this.#entries.length; n += 1) {
      const event = this.#entries[n]?.event;
      if (event === undefined || !passes(event, filter)) continue;
      if (events.length === limit) return { events, position: events.at(-1)?.position ?? after, live: false };
      events.push(event);
    }
    const position = after > this.#upTo ? after : this.#upTo;
    return { events, position, live: this.#isLive };
  }

  beyond(position: bigint, signal: AbortSignal): Promise<void> {
    return this.#feed.beyond(position, signal);
  }

  close(): void {
    this.#closing.abort();
    this.#feed.close();
  }

  async #grow(): Promise<void> {
    const startedAt = await this.#gathered();
    const { events, position, live } = await this.#feed.read(this.#upTo);
    this.#add(events);
    this.#upTo = position;
    this.#isLive = live;
    const { gathering } = this.#limits;
    if (gathering !== undefined && live && events.length >= gathering.events)
      this.#growAt = startedAt + gathering.ms;
  }

  async #gathered(): Promise<number> {
    const waitMs = this.#growAt - performance.now();
    if (waitMs > 0) await pause(waitMs, this.#closing.signal);
    return performance.now();
  }

  #add(events: readonly StoredEvent[]): void {
    for (const event of events) {
      const size = freeze(event);
      this.#entries.push({ event, size });
      this.#size += size;
      this.#upTo = event.position;
    }
    this.#forget();
  }

  #forget(): void {
    const { events, bytes } = this.#limits;
    while (this.#entries.length - this.#first > events || this.#size > bytes) {
      const oldest = this.#entries[this.#first];
      if (oldest === undefined) break;
      this.#entries[this.#first] = undefined;
      this.#first += 1;
      this.#from = oldest.event.position;
      this.#size -= oldest.size;
    }
    if (2 * this.#first < this.#entries.length) return;
    this.#entries.splice(0, this.#first);
    this.#first = 0;
  }

  /** By bisection. */
  #firstAfter(position: bigint): number {
    let [low, high] = [this.#first, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#entries[middle];
      if (entry !== undefined && entry.event.position <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
