import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { silent } from '@pmcw/resilience';
import { appendOneByOne } from '../engine/appendOneByOne.ts';
import { describe, type LogSink } from '../engine/logSink.ts';
import { Outage } from '../engine/outage.ts';
import { prepareAppend } from '../engine/preparedAppend.ts';
import { Tail } from '../engine/tail.ts';
import type { WindowLimits } from '../engine/window.ts';
import { LogUnavailableError, WrongExpectedRevisionError } from '../errors.ts';
import type {
  AppendOptions,
  AppendResult,
  Batch,
  ExpectedRevision,
  NewEvent,
  Origin,
  ReadFilter,
  ServedEventLog,
  StoredEvent,
  Subscription,
} from '../port.ts';
import { Appender } from './appender.ts';
import { AppendQueue } from './appendQueue.ts';
import { Connection } from './connection.ts';
import { type ConnectionSettings, parseConnectionString } from './connectionString.ts';
import { LogClosedError } from './errors.ts';
import { Feed } from './feed.ts';
import { readLogPageBackwards } from './pages.ts';
import { Reader } from './reader.ts';
import { StreamIds } from './streamIds.ts';
import { insist, left } from './time.ts';

export interface EventStoreDbLogOptions {
  /**
   * `esdb://user:password@host:port?…`, with several hosts or `esdb+discover://` for a cluster. TLS requires a user.
   */
  readonly connectionString: string;
  /** More appends fail with LogUnavailableError (default 10,000). */
  readonly maxQueue?: number;
  /** Default 10,000. */
  readonly appendTimeoutMs?: number;
  /** Of each try (default half of `appendTimeoutMs`). */
  readonly tryMs?: number;
  /** Of each try to read a page (default 5,000). */
  readonly readTryMs?: number;
  /** Default 10,000. */
  readonly openTimeoutMs?: number;
  /** Until a silent subscription is checked against the head (default 15,000). */
  readonly silenceMs?: number;
  /** From a success to the end of an outage (default 15,000). */
  readonly calmMs?: number;
  /** Of the latest events, which followers share (default 5,000 events, 16 MiB). */
  readonly window?: Partial<WindowLimits> | undefined;
  readonly log?: LogSink;
}

export type EventStoreDbLog = ServedEventLog;

const defaultPage = 500;
const openTryMs = 3_000;

export async function connectEventStoreDbLog(options: EventStoreDbLogOptions): Promise<EventStoreDbLog> {
  const settings = parseConnectionString(options.connectionString);
  const connection = new Connection(settings);
  const { openTimeoutMs = 10_000, log = silent, calmMs } = options;
  const outage = new Outage({ server: 'EventStoreDB', log, calmMs });
  const deadline = performance.now() + openTimeoutMs;
  const patience = { deadline, tryMs: openTryMs, outage, closing: connection.closing };
  try {
    await insist(patience, (until) => readLogPageBackwards(connection, undefined, 1, left(until)));
  } catch (error) {
    await connection.close();
    throw new LogUnavailableError(`EventStoreDB at ${hosts(settings)} can't be used: ${reason(error)}`, {
      cause: error,
    });
  }
  return new ServerLog({ connection, outage, settings, options });
}

interface ServerLogParts {
  readonly connection: Connection;
  readonly outage: Outage;
  readonly settings: ConnectionSettings;
  readonly options: EventStoreDbLogOptions;
}

class ServerLog implements EventStoreDbLog {
  readonly engine = 'eventstoredb';
  readonly #connection: Connection;
  readonly #reader: Reader;
  readonly #appends: AppendQueue;
  readonly #tail: Tail;
  readonly #outage: Outage;
  readonly #closing = new AbortController();
  #closed: Promise<void> | undefined;

  constructor({ connection, outage, settings, options }: ServerLogParts) {
    const { appendTimeoutMs = 10_000, maxQueue = 10_000, silenceMs = 15_000, log = silent } = options;
    // Allows two tries, in case one hangs.
    const { tryMs = Math.ceil(appendTimeoutMs / 2) } = options;
    const ids = new StreamIds();
    this.#connection = connection;
    this.#outage = outage;
    const closing = this.#closing.signal;
    // Each read adds a listener.
    setMaxListeners(0, closing);
    const reader = new Reader({ connection, ids, outage, closing, tryMs: options.readTryMs });
    this.#reader = reader;
    const tailed = {
      feed: (filter: ReadFilter, pageSize: number) =>
        new Feed({ connection, reader, filter, pageSize, silenceMs }),
      onReadError: (error: unknown) => outage.failed(error),
      onHandlerError: (error: unknown) =>
        log.error(describe(error), 'event log: subscription ended by its handler'),
    };
    this.#tail = new Tail(tailed, options.window);
    const { credentials } = settings;
    const appender = new Appender({ connection, ids, credentials, tryMs, outage });
    this.#appends = new AppendQueue({
      maxQueue,
      appendTimeoutMs,
      send: (append, deadline) => appender.append(append, deadline),
    });
  }

  get queueDepth(): number {
    return this.#appends.depth;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    options?: AppendOptions,
  ): Promise<AppendResult> {
    return this.#appends.append(prepareAppend(stream, expected, events, options));
  }

  appendInOrder(
    ...given: Parameters<ServedEventLog['appendInOrder']>
  ): ReturnType<ServedEventLog['appendInOrder']> {
    return appendOneByOne(this, ...given);
  }

  readStream(stream: string, fromRevision = 0): AsyncIterable<StoredEvent> {
    return this.#reader.readStream(stream, fromRevision);
  }

  readAll(after: bigint, filter: ReadFilter = {}, limit = defaultPage): Promise<Batch<StoredEvent>> {
    return this.#reader.readAll(after, filter, limit);
  }

  subscribe(...given: Parameters<EventStoreDbLog['subscribe']>): Subscription {
    return this.#tail.subscribe(...given);
  }

  head(): Promise<bigint> {
    return this.#reader.head();
  }

  pulse(): Promise<bigint> {
    return this.#reader.head();
  }

  /** The leader has to decide an append before it can refuse it. */
  async confirmWritable(): Promise<void> {
    const probe = { eventId: randomUUID(), type: 'Probe', data: {}, metadata: {} };
    try {
      await this.append('no-stream-has-this-name', 0, [probe], { idsAreNew: true });
    } catch (error) {
      if (!(error instanceof WrongExpectedRevisionError)) throw error;
    }
  }

  /** A client can't identify the server. */
  async origin(): Promise<Origin> {
    return {};
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#closing.abort(new LogClosedError());
    const over = Promise.all([this.#appends.close(), this.#tail.close()]);
    // Appends under way are not awaited while the server is down.
    await Promise.race([over, this.#outage.away()]);
    await this.#connection.close();
    await over;
    this.#outage.close();
  }
}

function hosts({ endpoints }: ConnectionSettings): string {
  return endpoints.map(({ address, port }) => `${address}:${port}`).join(', ');
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
