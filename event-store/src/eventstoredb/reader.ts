import { passes } from '../engine/filter.ts';
import type { Outage } from '../engine/outage.ts';
import { UnreadableEventError } from '../errors.ts';
import type { Batch, ReadFilter, StoredEvent } from '../port.ts';
import type { Connection } from './connection.ts';
import { type Page, readLogPage, readLogPageBackwards, readStreamPage } from './pages.ts';
import type { LogRecord } from './records.ts';
import type { StreamIds } from './streamIds.ts';
import { insist, left } from './time.ts';

/** How many events one call looks at when few of them pass: bounds its time, whatever the filter lets through. */
const window = 10_000;
/** Most events that the server is asked for at once. */
const most = 500;
/** How long a page is tried, in milliseconds. */
const readTimeoutMs = 10_000;
/** How long one try of it takes at most, unless told otherwise. */
const defaultTryMs = 5_000;

/** What a reader works with. */
export interface ReaderOptions {
  readonly connection: Connection;
  readonly ids: StreamIds;
  readonly outage: Outage;
  /** Aborted when the log is closed, which ends all reading. */
  readonly closing: AbortSignal;
  /** Milliseconds after which a try of a page is given up for another (default 5,000). */
  readonly tryMs?: number | undefined;
}

/** Reads streams and the whole log, page by page. */
export class Reader {
  readonly #connection: Connection;
  readonly #ids: StreamIds;
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#connection = options.connection;
    this.#ids = options.ids;
    this.#options = options;
  }

  async *readStream(stream: string, fromRevision: number): AsyncIterable<StoredEvent> {
    let next = fromRevision;
    for (let isLast = false; !isLast; ) {
      const page = await this.#page((ms) => readStreamPage(this.#connection, stream, next, most, ms));
      this.#ids.learn(stream, next, page.records);
      for (const record of page.records) {
        yield record.stored();
        next = record.revision + 1;
      }
      isLast = page.isLast;
    }
  }

  async readAll(after: bigint, filter: ReadFilter, limit: number): Promise<Batch<StoredEvent>> {
    const gathered = new Gathered(after, filter, limit);
    // One more for the event at the position itself, and one that tells whether there is more.
    const count = isEmpty(filter) ? Math.min(most, limit + 2) : most;
    while (gathered.looked < window || gathered.position === after) {
      const { records, isLast } = await this.#page((ms) =>
        readLogPage(this.#connection, gathered.cursor, count, ms),
      );
      for (const record of records) {
        if (!gathered.take(record)) return gathered.batch(false);
      }
      if (isLast) return gathered.batch(true);
    }
    return gathered.batch(false);
  }

  async head(): Promise<bigint> {
    let before: bigint | undefined;
    // Mostly the newest event is one of the log's.
    for (let [count, isLast] = [10, false]; !isLast; count = most) {
      const page = await this.#page((ms) => readLogPageBackwards(this.#connection, before, count, ms));
      const last = page.records.find((record) => !record.isSystem);
      if (last !== undefined) return last.position;
      before = page.records.at(-1)?.position;
      isLast = page.isLast;
    }
    return 0n;
  }

  #page(read: (ms: number) => Promise<Page>): Promise<Page> {
    const { outage, closing, tryMs = defaultTryMs } = this.#options;
    const deadline = performance.now() + readTimeoutMs;
    return insist({ deadline, tryMs, outage, closing }, (until) => read(left(until)));
  }
}

/** What a reader of the whole log has found, and how far it has looked. */
export class Gathered {
  readonly #after: bigint;
  readonly #filter: ReadFilter;
  readonly #limit: number;
  readonly #events: StoredEvent[] = [];
  #position: bigint;
  #cursor: bigint;
  #looked = 0;

  constructor(after: bigint, filter: ReadFilter, limit: number) {
    this.#after = after;
    this.#filter = filter;
    this.#limit = limit;
    this.#position = after;
    this.#cursor = after;
  }

  /** Position of the last event of the log that was looked at: it does not move over what the server wrote for itself. */
  get position(): bigint {
    return this.#position;
  }

  /** How many records were looked at. */
  get looked(): number {
    return this.#looked;
  }

  /** Position of the last record that was looked at, the server's own included. */
  get cursor(): bigint {
    return this.#cursor;
  }

  /** Whether it holds as many events as were wanted. */
  get isFull(): boolean {
    return this.#events.length >= this.#limit;
  }

  /**
   * Looks at the next record.
   * @returns false when it has to wait for the next batch: this one is full, or ends before an event that can't be read
   * @throws UnreadableEventError when it can't be read and nothing comes before it
   */
  take(record: LogRecord): boolean {
    if (record.position <= this.#cursor) return true;
    if (!record.isSystem) {
      if (this.isFull) return false;
      if (passes(record, this.#filter) && !this.#add(record)) return false;
      this.#position = record.position;
    }
    this.#cursor = record.position;
    this.#looked += 1;
    return true;
  }

  /** What was found, up to the last event of the log that was looked at. */
  batch(live: boolean): Batch<StoredEvent> {
    return { events: this.#events, position: this.#position, live };
  }

  #add(record: LogRecord): boolean {
    try {
      this.#events.push(record.stored());
      return true;
    } catch (error) {
      if (error instanceof UnreadableEventError && this.#position > this.#after) return false;
      throw error;
    }
  }
}

function isEmpty({ types = [], streamPrefixes = [] }: ReadFilter): boolean {
  return types.length === 0 && streamPrefixes.length === 0;
}
