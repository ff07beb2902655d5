import { appendOneByOne } from '../engine/appendOneByOne.ts';
import { passes } from '../engine/filter.ts';
import { Head } from '../engine/head.ts';
import { type PreparedAppend, type PreparedEvent, prepareAppend } from '../engine/preparedAppend.ts';
import { type KnownEvent, originalResult } from '../engine/repeats.ts';
import { Tail } from '../engine/tail.ts';
import type { WindowLimits } from '../engine/window.ts';
import { LogUnavailableError, WrongExpectedRevisionError } from '../errors.ts';
import type {
  AppendResult,
  Batch,
  EventLog,
  ExpectedRevision,
  JsonObject,
  ReadFilter,
  StoredEvent,
  Subscription,
} from '../port.ts';

type Entry = PreparedEvent & KnownEvent;

const defaultPage = 500;

/** For unit tests, and as the model to compare engines with. */
export function createMemoryLog(window?: WindowLimits): EventLog {
  return new MemoryLog(window);
}

class MemoryLog implements EventLog {
  readonly engine = 'memory';
  readonly #entries: Entry[] = [];
  readonly #streams = new Map<string, Entry[]>();
  readonly #byId = new Map<string, Entry>();
  readonly #head = new Head();
  readonly #tail: Tail;
  #closed = false;

  constructor(window: WindowLimits | undefined) {
    const feed = (filter: ReadFilter, pageSize: number) => ({
      read: (after: bigint) => this.readAll(after, filter, pageSize),
      beyond: (position: bigint, signal: AbortSignal) => this.#head.beyond(position, signal),
      close: () => undefined,
    });
    this.#tail = new Tail({ feed, onReadError: () => undefined, onHandlerError: () => undefined }, window);
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: Parameters<EventLog['append']>[2],
  ): Promise<AppendResult> {
    if (this.#closed) throw new LogUnavailableError('The log is closed');
    const append = prepareAppend(stream, expected, events);
    if (append.events.some((event) => this.#byId.has(event.eventId))) {
      return originalResult(append, this.#byId);
    }
    const actual = (this.#streams.get(stream)?.length ?? 0) - 1;
    if (!meets(expected, actual)) {
      throw new WrongExpectedRevisionError(stream, expected, actual < 0 ? null : actual);
    }
    return this.#write(append);
  }

  appendInOrder(...given: Parameters<EventLog['appendInOrder']>): ReturnType<EventLog['appendInOrder']> {
    return appendOneByOne(this, ...given);
  }

  async *readStream(stream: string, fromRevision = 0): AsyncIterable<StoredEvent> {
    const entries = this.#streams.get(stream) ?? [];
    for (let at = fromRevision; ; at += 1) {
      const entry = entries[at];
      if (entry === undefined) return;
      yield stored(entry);
    }
  }

  async readAll(after: bigint, filter: ReadFilter = {}, limit = defaultPage): Promise<Batch<StoredEvent>> {
    const head = BigInt(this.#entries.length);
    const events: StoredEvent[] = [];
    let position = after;
    while (position < head && events.length < limit) {
      const entry = this.#entries[Number(position)];
      if (entry !== undefined && passes(entry, filter)) events.push(stored(entry));
      position += 1n;
    }
    return { events, position, live: position >= head };
  }

  subscribe(...given: Parameters<EventLog['subscribe']>): Subscription {
    return this.#tail.subscribe(...given);
  }

  async head(): Promise<bigint> {
    return BigInt(this.#entries.length);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#tail.close();
  }

  #write({ stream, events }: PreparedAppend): AppendResult {
    const entries = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, entries);
    for (const event of events) {
      const position = BigInt(this.#entries.length + 1);
      const entry: Entry = { ...event, stream, revision: entries.length, position };
      entries.push(entry);
      this.#entries.push(entry);
      this.#byId.set(event.eventId, entry);
    }
    const position = BigInt(this.#entries.length);
    this.#head.advance(position);
    return { revision: entries.length - 1, position, repeated: false };
  }
}

function meets(expected: ExpectedRevision, actual: number): boolean {
  if (expected === 'any') return true;
  if (expected === 'no-stream') return actual < 0;
  if (expected === 'stream-exists') return actual >= 0;
  return actual === expected;
}

// For each reader, so that none share objects.
function stored(entry: Entry): StoredEvent {
  const data: JsonObject = JSON.parse(entry.data);
  const metadata: JsonObject = JSON.parse(entry.metadata);
  const { position, stream, revision, eventId, type } = entry;
  return { position, stream, revision, eventId, type, data, metadata };
}
