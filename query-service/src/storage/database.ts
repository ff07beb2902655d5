import { ProblemError, texts } from '@pmcw/contracts';
import type { Database } from '@pmcw/projections/tables';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';

/** The read models, as queries see them. */
export type ReadModels = Kysely<Database>;

/** Connections at most; reads are short, so more of them would only wait inside Postgres instead. */
const maxConnections = 10;
/** Requests that may wait for a connection before the next one is told to come back. */
const maxWaiting = 500;
/** Longest wait for a connection, in milliseconds. */
const connectTimeoutMs = 2_000;
/** Longest statement, in milliseconds; the client gives up a little later, should the server not answer at all. */
const defaultStatementTimeoutMs = 5_000;

/** A pool that refuses at once when there is neither a connection nor room to wait for one, and ends without its queries. */
function bounded(pool: pg.Pool): PostgresPool {
  const asking = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => asking.add(client)).on('release', (_error, client) => asking.delete(client));
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

/** Opens the read models. Statements are logged at level `trace`, without their parameters, which name people. */
export function openReadModels(
  connectionString: string,
  logger?: FastifyBaseLogger,
  statementTimeoutMs = defaultStatementTimeoutMs,
): ReadModels {
  const pool = new pg.Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 10_000,
    // Waiting for a lock counts, too.
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    application_name: 'query-service',
  })
    .on('error', (error) => logger?.warn({ err: error }, 'a connection to the read models broke'))
    // A connection that breaks fails its query, or is replaced when idle; without listeners it would end the process.
    .on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: bounded(pool) }),
    log: ({ query, queryDurationMillis }) =>
      logger?.trace({ sql: query.sql, ms: queryDurationMillis }, 'statement'),
  });
}
