import { ProblemError, texts } from '@pmcw/contracts';
import type { Database } from '@pmcw/projections/tables';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';

export type ReadModels = Kysely<Database>;

/** Reads are short; more connections would only wait inside Postgres. */
export const readModelConnections = 10;
/** Requests that may wait for a connection; further ones get `unavailable`. */
const maxWaiting = 500;
const connectTimeoutMs = 2_000;
/** The client gives up slightly later, in case the server hangs. */
const defaultStatementTimeoutMs = 5_000;

/** Refuses at once when too many wait, and cancels running queries on close. */
function bounded(pool: pg.Pool): PostgresPool {
  const asking = new Set<pg.PoolClient>();
  pool
    .on('acquire', (client) => (pool.ending ? void client.end() : asking.add(client)))
    .on('release', (_error, client) => asking.delete(client));
  return {
    async connect() {
      if (pool.waitingCount >= maxWaiting) {
        throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
      }
      return pool.connect();
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
): ReadModels {
  const pool = new pg.Pool({
    connectionString,
    max: readModelConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 10_000,
    // Includes waiting for a lock.
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'query-service',
  })
    .on('error', (error) => logger?.warn({ err: error }, 'a connection to the read models broke'))
    // A broken connection fails its query, or is replaced when idle; without listeners it would end the process.
    .on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: bounded(pool) }),
    log: ({ query, queryDurationMillis }) =>
      logger?.trace({ sql: query.sql, ms: queryDurationMillis }, 'statement'),
  });
}
