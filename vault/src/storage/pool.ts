import pg from 'pg';
import type { VaultLogger } from '../logger.ts';

/** What a pool of connections is for. */
export interface PoolUse {
  readonly connectionString: string;
  /** As an operator sees it in `pg_stat_activity`. */
  readonly applicationName: string;
  readonly connections: number;
  /** Milliseconds that a statement may take. */
  readonly statementTimeoutMs: number;
  readonly logger: VaultLogger;
}

/** A process that vanished in a transaction mustn't hold its locks for long; a backup writes to the disk in between. */
const idleInTransactionMs = 60_000;

/** Connections to the vault's database; a lost idle one is logged and replaced. */
export function createPool(use: PoolUse): pg.Pool {
  const pool = new pg.Pool({
    connectionString: use.connectionString,
    application_name: use.applicationName,
    max: use.connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 10_000,
    // Waiting for a lock counts, too.
    statement_timeout: use.statementTimeoutMs,
    query_timeout: use.statementTimeoutMs + 1000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
  })
    .on('error', (error) => {
      // Once it is ending, the server may well be faster to cut a connection off than we are to close it.
      if (!pool.ending) use.logger.warn({ err: error }, 'an idle connection of the vault was lost');
    })
    // A connection that is lost while somebody has it: their next query says so, without this the process would end.
    .on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Does work in one transaction: committed when it is done, rolled back when it fails.
 * @param begin how it begins, e.g. with which isolation
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection that failed half-way is closed, and its transaction with it.
    client.release(failure);
  }
}
