import { step } from '@pmcw/resilience/tracing';
import { freeze } from './engine/frozen.ts';
import { UnreadableEventError } from './errors.ts';
import type { EventToAppend, EventTypes, RecordedEvent } from './eventTypes.ts';
import { OncePerEvent } from './oncePerEvent.ts';
import type {
  Append,
  AppendOptions,
  AppendResult,
  Batch,
  BatchHandler,
  EngineName,
  EventLog,
  ExpectedRevision,
  ReadFilter,
  StoredEvent,
  SubscribeOptions,
  Subscription,
} from './port.ts';
import { checkEvent, checkRegistry, isCurrent, type ParsedEvent, parseEvent } from './registry.ts';
import type { Sealer } from './sealer.ts';
import { openEvents, SealedTexts, sealEvents } from './sealing.ts';

export interface AppendOf<T extends EventTypes> extends Omit<Append, 'events'> {
  readonly events: readonly EventToAppend<T>[];
}

export interface SealedReading<T extends EventTypes> {
  /** With an opaque token for each personal text. */
  readonly events: AsyncIterable<RecordedEvent<T>>;
  open(texts: readonly string[]): Promise<readonly string[]>;
}

/**
 * Like `EventLog`, with `InvalidEventError` on append, and `UnreadableEventError` on read, after the readable events
 * before.
 */
export interface EventStore<T extends EventTypes> {
  readonly engine: EngineName;
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend<T>[],
    options?: AppendOptions,
  ): Promise<AppendResult>;
  appendInOrder(appends: readonly AppendOf<T>[]): Promise<readonly PromiseSettledResult<AppendResult>[]>;
  readStream(stream: string, fromRevision?: number): AsyncIterable<RecordedEvent<T>>;
  /** For folding: opening texts that later events replace would be most of the work. */
  readSealed(stream: string, fromRevision?: number): SealedReading<T>;
  readAll(after: bigint, filter?: ReadFilter, limit?: number): Promise<Batch<RecordedEvent<T>>>;
  subscribe(after: bigint, handler: BatchHandler<RecordedEvent<T>>, options?: SubscribeOptions): Subscription;
  head(): Promise<bigint>;
  close(): Promise<void>;
}

const openedTogether = 100;

/** @throws TypeError for an invalid registry */
export function createEventStore<const T extends EventTypes>(
  log: EventLog,
  types: T,
  sealer: Sealer,
): EventStore<T> {
  checkRegistry(types);

  async function readEach(events: readonly StoredEvent[]): Promise<readonly Reading<T>[]> {
    const opened = await openEvents(sealer, events);
    return opened.map((event) => readingOf(types, log.engine, event));
  }

  async function read(events: readonly StoredEvent[]): Promise<Readable<T>> {
    return readable(await readEach(events));
  }

  const followed = new OncePerEvent(sealer, async (events) => {
    const readings = await readEach(events);
    for (const reading of readings) if (!(reading instanceof UnreadableEventError)) freeze(reading);
    return readings;
  });

  async function* unopened(
    events: AsyncIterable<StoredEvent>,
    texts: SealedTexts,
  ): AsyncIterable<RecordedEvent<T>> {
    for await (const stored of events) {
      // Upcasters may read personal fields.
      const [current = stored] = isCurrent(types, stored)
        ? [texts.inPlaceOf(stored)]
        : await openEvents(sealer, [stored]);
      const event = parseEvent(types, log.engine, current);
      if (isRecorded(types, event)) yield event;
    }
  }

  return {
    engine: log.engine,

    async append(stream, expected, events, options) {
      const checked = events.map((event) => checkEvent(types, log.engine, event));
      return step('append', async () =>
        log.append(stream, expected, await sealEvents(sealer, checked), options),
      );
    },

    async appendInOrder(appends) {
      const checked = appends.map((append) => ({
        ...append,
        events: append.events.map((event) => checkEvent(types, log.engine, event)),
      }));
      return step('append', async () =>
        log.appendInOrder(
          await Promise.all(
            checked.map(async (append) => ({ ...append, events: await sealEvents(sealer, append.events) })),
          ),
        ),
      );
    },

    async *readStream(stream, fromRevision) {
      for await (const page of pages(log.readStream(stream, fromRevision), openedTogether)) {
        const { events, failure } = await read(page);
        yield* events;
        if (failure !== undefined) throw failure;
      }
    },

    readSealed(stream, fromRevision) {
      const texts = new SealedTexts(sealer);
      return {
        events: unopened(log.readStream(stream, fromRevision), texts),
        open: (wanted) => texts.open(wanted),
      };
    },

    async readAll(after, filter, limit) {
      const batch = await log.readAll(after, filter, limit);
      const { events, failure } = await read(batch.events);
      if (failure === undefined) return { ...batch, events };
      return beforeFailure(events, failure);
    },

    subscribe(after, handler, options) {
      const open = async (batch: Batch<StoredEvent>) => {
        const { events, failure } = readable(await followed.of(batch.events));
        if (failure === undefined) return handler({ ...batch, events });
        await handler(beforeFailure(events, failure));
        throw failure;
      };
      return log.subscribe(after, open, options);
    },

    head: () => log.head(),
    close: () => log.close(),
  };
}

type Reading<T extends EventTypes> = RecordedEvent<T> | UnreadableEventError;

function readingOf<T extends EventTypes>(types: T, engine: EngineName, stored: StoredEvent): Reading<T> {
  try {
    const event = parseEvent(types, engine, stored);
    if (isRecorded(types, event)) return event;
    return new UnreadableEventError(stored.position, stored.type, 'unknown type');
  } catch (error) {
    if (error instanceof UnreadableEventError) return error;
    throw error;
  }
}

interface Readable<T extends EventTypes> {
  readonly events: readonly RecordedEvent<T>[];
  readonly failure: UnreadableEventError | undefined;
}

function readable<T extends EventTypes>(page: readonly Reading<T>[]): Readable<T> {
  const events: RecordedEvent<T>[] = [];
  for (const reading of page) {
    if (reading instanceof UnreadableEventError) return { events, failure: reading };
    events.push(reading);
  }
  return { events, failure: undefined };
}

/** @throws the failure if there are no events before it */
function beforeFailure<T extends EventTypes>(
  events: readonly RecordedEvent<T>[],
  failure: UnreadableEventError,
): Batch<RecordedEvent<T>> {
  const last = events.at(-1);
  if (last === undefined) throw failure;
  return { events, position: last.position, live: false };
}

/**
 * `data` was parsed by the schema of `type`, as `RecordedEvent<T>` says, but the compiler can't follow the lookup by
 * name.
 */
function isRecorded<T extends EventTypes>(
  types: T,
  event: ParsedEvent,
): event is ParsedEvent & RecordedEvent<T> {
  return Object.hasOwn(types, event.type);
}

async function* pages<E>(items: AsyncIterable<E>, size: number): AsyncIterable<readonly E[]> {
  let page: E[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length === size) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}
