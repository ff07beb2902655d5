import { passes } from '../engine/filter.ts';
import type { Outage } from '../engine/outage.ts';
import { UnreadableEventError } from '../errors.ts';
import type { Batch, ReadFilter, StoredEvent } from '../port.ts';
import type { Connection } from './connection.ts';
import { type Page, readLogPage, readLogPageBackwards, readStreamPage } from './pages.ts';
import type { LogRecord } from './records.ts';
import type { StreamIds } from './streamIds.ts';
import { insist, left } from './time.ts';

/** Most events scanned per call. */
const window = 10_000;
const most = 500;
const readTimeoutMs = 10_000;
const defaultTryMs = 5_000;

export interface ReaderOptions {
  readonly connection: Connection;
  readonly ids: StreamIds;
  readonly outage: Outage;
  readonly closing: AbortSignal;
  /** Default 5,000. */
  readonly tryMs?: number | undefined;
}

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
    // The event at the position, and one to know if there are more.
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
    // Usually a short page has an event of the log.
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

  /** Does not advance over the server's own events. */
  get position(): bigint {
    return this.#position;
  }

  get looked(): number {
    return this.#looked;
  }

  /** Includes the server's own events. */
  get cursor(): bigint {
    return this.#cursor;
  }

  get isFull(): boolean {
    return this.#events.length >= this.#limit;
  }

  /** @returns false if the record must wait for the next batch */
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
