import { silent } from '@pmcw/resilience';
import pg from 'pg';
import { Head } from '../engine/head.ts';
import { describe, type LogSink } from '../engine/logSink.ts';
import { Outage } from '../engine/outage.ts';
import { prepareAppend, prepareAppends } from '../engine/preparedAppend.ts';
import { Tail } from '../engine/tail.ts';
import type { WindowLimits } from '../engine/window.ts';
import { LogUnavailableError } from '../errors.ts';
import type {
  Append,
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
import { commitBatch } from './batchStatement.ts';
import { type FlushReport, GroupCommit, type WrittenAppend } from './groupCommit.ts';
import { HeadWatcher } from './headWatcher.ts';
import { migrate } from './migrate.ts';
import { readOrigin } from './origin.ts';
import { readHead, readPage, readStreamPages } from './reader.ts';
import { sessionSettings, writeNothing } from './schema.ts';

export interface PostgresLogOptions {
  readonly connectionString: string;
  /** More appends fail with LogUnavailableError (default 10,000). */
  readonly maxQueue?: number;
  /** Default 10,000; half of it longer during a flush. */
  readonly appendTimeoutMs?: number;
  /** Default 3,000, and 15,000 for opening. */
  readonly connectTimeoutMs?: number;
  /** Default `defaultReaders`. */
  readonly readers?: number;
  /** Of polls, in addition to notifications (default 2,000). */
  readonly pollMs?: number;
  /** From a success to the end of an outage (default 15,000). */
  readonly calmMs?: number;
  /** Of the latest events, which followers share (default 5,000 events, 16 MiB). */
  readonly window?: Partial<WindowLimits> | undefined;
  readonly log?: LogSink;
  readonly onFlush?: (flush: FlushReport) => void;
}

export type PostgresLog = ServedEventLog;

const defaultPage = 500;
const defaultReaders = 6;
/** Readers, a writer and a listener. */
export const postgresLogConnections = defaultReaders + 2;
const defaultAppendTimeoutMs = 10_000;
const defaultConnectTimeoutMs = 3_000;
/** Not retried, and starting processes keep a machine busy. */
const defaultOpenTimeoutMs = 15_000;
const readTimeoutMs = 10_000;
/** In effect none: a migration may index the whole log. */
const migrationTimeoutMs = 7 * 24 * 3_600_000;
/** Wait after the server's timeout, whose error says more. */
const answerGraceMs = 1_000;

/** Migrates first. The caller checks that the server is durable. */
export async function openPostgresLog(options: PostgresLogOptions): Promise<PostgresLog> {
  const { connectTimeoutMs = defaultOpenTimeoutMs } = options;
  const opening = connection({ ...options, connectTimeoutMs }, 'opening', migrationTimeoutMs);
  // Without a listener, a lost connection would end the process.
  const client = new pg.Client(opening).on('error', () => undefined);
  await client.connect();
  try {
    await migrate(client);
  } finally {
    await client.end();
  }
  return new GroupCommittedLog(options);
}

class GroupCommittedLog implements PostgresLog {
  readonly engine = 'postgres';
  readonly #head = new Head();
  readonly #tail: Tail;
  readonly #log: LogSink;
  readonly #outage: Outage;
  readonly #writer: pg.Pool;
  readonly #readers: pg.Pool;
  readonly #reading = new Set<pg.PoolClient>();
  readonly #appends: GroupCommit;
  readonly #watcher: HeadWatcher;
  #closed: Promise<void> | undefined;

  constructor(options: PostgresLogOptions) {
    this.#log = options.log ?? silent;
    this.#outage = new Outage({ server: 'PostgreSQL', log: this.#log, calmMs: options.calmMs });
    const appendTimeoutMs = options.appendTimeoutMs ?? defaultAppendTimeoutMs;
    // Allows two tries, in case a flush hangs.
    this.#writer = this.#pool(connection(options, 'writer', Math.ceil(appendTimeoutMs / 2)), 1);
    this.#readers = this.#pool(
      connection(options, 'reader', readTimeoutMs),
      options.readers ?? defaultReaders,
    )
      .on('acquire', (client) => (this.#readers.ending ? void client.end() : this.#reading.add(client)))
      .on('release', (_error, client) => this.#reading.delete(client));
    this.#appends = new GroupCommit({
      commit: (batch) => commitBatch(this.#writer, batch),
      maxQueue: options.maxQueue ?? 10_000,
      appendTimeoutMs,
      onFlush: (flush) => this.#observe(options, flush),
      onWritten: (appends) => this.#share(appends),
      onRetry: (error) => this.#outage.failed(error),
    });
    this.#watcher = new HeadWatcher({
      connection: connection(options, 'listener', readTimeoutMs),
      onHead: (position) => this.#noticed(position),
      pollMs: options.pollMs ?? 2_000,
      onConnect: () => this.#outage.answered(),
      onReconnect: (error) => this.#outage.failed(error),
    });
    const tailed = {
      feed: (filter: ReadFilter, pageSize: number) => ({
        read: (after: bigint) => this.readAll(after, filter, pageSize),
        beyond: (position: bigint, signal: AbortSignal) => this.#head.beyond(position, signal),
        close: () => undefined,
      }),
      onReadError: (error: unknown) => this.#outage.failed(error),
      onHandlerError: (error: unknown) =>
        this.#log.error(describe(error), 'event log: subscription ended by its handler'),
    };
    this.#tail = new Tail(tailed, options.window);
  }

  get queueDepth(): number {
    return this.#appends.depth;
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    return this.#appends.append(prepareAppend(stream, expected, events));
  }

  async appendInOrder(appends: readonly Append[]): Promise<readonly PromiseSettledResult<AppendResult>[]> {
    return this.#appends.appendInOrder(prepareAppends(appends));
  }

  readStream(stream: string, fromRevision = 0): AsyncIterable<StoredEvent> {
    return readStreamPages(this.#readers, stream, fromRevision);
  }

  readAll(after: bigint, filter: ReadFilter = {}, limit = defaultPage): Promise<Batch<StoredEvent>> {
    return this.#answered(readPage(this.#readers, after, filter, limit));
  }

  subscribe(...given: Parameters<PostgresLog['subscribe']>): Subscription {
    const subscription = this.#tail.subscribe(...given);
    this.#watcher.start();
    return subscription;
  }

  head(): Promise<bigint> {
    return this.#answered(readHead(this.#readers));
  }

  pulse(): Promise<bigint> {
    if (this.#closed !== undefined) return Promise.reject(new LogUnavailableError('The log is closed'));
    return this.#watcher.poll();
  }

  /** Needs the connection of the appends for the time of one commit, without changing a row. */
  async confirmWritable(): Promise<void> {
    await this.#writer.query(writeNothing);
  }

  origin(): Promise<Origin> {
    return this.#answered(readOrigin(this.#readers));
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const readersEnded = this.#readers.end();
    // A read may take ten seconds.
    for (const client of this.#reading) void client.end();
    await Promise.all([this.#appends.close(), this.#tail.close(), this.#watcher.close()]);
    await Promise.all([this.#writer.end(), readersEnded]);
    this.#outage.close();
  }

  /** Hands own followers what was written without reading it, and wakes them, even while the listener reconnects. */
  #share(appends: readonly WrittenAppend[]): void {
    const [first, last] = [appends[0], appends.at(-1)];
    if (first === undefined || last === undefined) return;
    const before = first.position - BigInt(first.events.length);
    // Positions have no gaps, and no other process writes within a flush.
    this.#tail.append(before, () => appends.flatMap(eventsOf));
    this.#head.advance(last.position);
  }

  /** During a flush, followers wait for its end, because they get what it writes without reading. */
  #noticed(position: bigint): void {
    const { flushing } = this.#appends;
    if (flushing === undefined) this.#head.advance(position);
    else void flushing.then(() => this.#head.advance(position));
  }

  async #answered<T>(reading: Promise<T>): Promise<T> {
    const answer = await reading;
    this.#outage.answered();
    return answer;
  }

  #observe({ onFlush }: PostgresLogOptions, flush: FlushReport): void {
    this.#outage.answered();
    try {
      onFlush?.(flush);
    } catch (error) {
      this.#log.error(describe(error), 'event log: the flush observer threw');
    }
  }

  #pool(config: pg.ClientConfig, max: number): pg.Pool {
    const pool = new pg.Pool({
      ...config,
      max,
      idleTimeoutMillis: 0,
      onConnect: async (client) => {
        await client.query(sessionSettings);
      },
    })
      .on('error', (error) => {
        // The server may close connections first.
        if (!pool.ending) this.#outage.failed(error);
      })
      // Without a listener, a lost connection would end the process.
      .on('connect', (client) => client.on('error', () => undefined));
    return pool;
  }
}

/** As they would be read. */
function eventsOf({ stream, revision, position, events }: WrittenAppend): StoredEvent[] {
  return events.map(({ eventId, type, data, metadata }, n) => {
    const later = events.length - 1 - n;
    return {
      ...{ position: position - BigInt(later), stream, revision: revision - later, eventId, type },
      ...{ data: JSON.parse(data), metadata: JSON.parse(metadata) },
    };
  });
}

function connection(
  { connectionString, connectTimeoutMs = defaultConnectTimeoutMs }: PostgresLogOptions,
  role: string,
  timeoutMs: number,
): pg.ClientConfig {
  return {
    connectionString,
    application_name: `event-store ${role}`,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs + answerGraceMs,
    idle_in_transaction_session_timeout: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}
