import { hash } from 'node:crypto';
import { ProblemError, texts } from '@pmcw/contracts';
import type { Database } from '@pmcw/projections/tables';
import type { FastifyBaseLogger } from 'fastify';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';

export type ReadModels = Kysely<Database>;

/** Reads are short; more connections would only wait inside Postgres. */
export const readModelConnections = 10;
/** Requests that may wait for a connection; further ones get `unavailable`, because their answers would come late. */
export const maxWaiting = 10 * readModelConnections;
const connectTimeoutMs = 5_000;
/** The client gives up slightly later, in case the server hangs. */
const defaultStatementTimeoutMs = 5_000;

const names = new Map<string, string>();

/** Lets connections prepare it. Equal texts have equal names, because processes may share connections of a pooler. */
export function nameStatement(text: string): void {
  names.set(text, hash('sha256', text, 'base64url'));
}

/** A result type of a prepared statement changed, because its tables were replaced by those of a newer release. */
const isOutdated = (error: unknown) => error instanceof pg.DatabaseError && error.code === '0A000';

/** Prepares the statements that have a name. */
class NamingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  #isOutdated = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new TypeError('Cursors are not used');
    const name = names.get(text);
    if (name === undefined) return this.#client.query(text, [...values]);
    return this.#client.query({ name, text, values: [...values] }).catch((error: unknown) => {
      if (!isOutdated(error)) throw error;
      this.#isOutdated = true;
      return this.#client.query(text, [...values]);
    });
  }

  release(): void {
    this.#client.release(this.#isOutdated);
  }
}

/** Requests that wait for a connection, in order, with their start. */
export class Waiting {
  readonly #since = new Map<symbol, number>();

  /** How long the queue is: as many as there are connections may wait for one to open, which is none. */
  longestMs(): number {
    const queued = [...this.#since.values()][readModelConnections];
    return queued === undefined ? 0 : performance.now() - queued;
  }

  async during<T>(wait: Promise<T>): Promise<T> {
    const key = Symbol();
    this.#since.set(key, performance.now());
    try {
      return await wait;
    } finally {
      this.#since.delete(key);
    }
  }
}

/** Refuses at once when too many wait, and cancels running queries on close. */
function bounded(pool: pg.Pool, waiting: Waiting): PostgresPool {
  const asking = new Set<pg.PoolClient>();
  pool
    .on('acquire', (client) => (pool.ending ? void client.end() : asking.add(client)))
    .on('release', (_error, client) => asking.delete(client));
  return {
    async connect() {
      if (pool.waitingCount >= maxWaiting) {
        throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
      }
      return new NamingClient(await waiting.during(pool.connect()));
    },
    async end() {
      const ended = pool.end();
      for (const client of asking) void client.end();
      await ended;
    },
  };
}

/** Statements are logged at level `trace`, without parameters, which are personal. */
export function openReadModels(
  connectionString: string,
  logger?: FastifyBaseLogger,
  statementTimeoutMs = defaultStatementTimeoutMs,
  waiting = new Waiting(),
): ReadModels {
  const pool = new pg.Pool({
    connectionString,
    max: readModelConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 10_000,
    // Otherwise each request of a quiet instance would wait for a new connection.
    min: 1,
    // Includes waiting for a lock.
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'query-service',
  })
    .on('error', (error) => logger?.warn({ err: error }, 'a connection to the read models broke'))
    // A broken connection fails its query, or is replaced when idle; without listeners it would end the process.
    .on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: bounded(pool, waiting) }),
    log: ({ query, queryDurationMillis }) =>
      logger?.trace({ sql: query.sql, ms: queryDurationMillis }, 'statement'),
  });
}
