import type { Logger } from '@pmcw/resilience';
import pg from 'pg';

export interface PoolUse {
  readonly connectionString: string;
  readonly applicationName: string;
  readonly connections: number;
  readonly statementTimeoutMs: number;
  readonly logger: Logger;
}

/** Limits the locks of a vanished process; a backup writes to the disk in between. */
const idleInTransactionMs = 60_000;

export function createPool(use: PoolUse): pg.Pool {
  const pool = new pg.Pool({
    connectionString: use.connectionString,
    application_name: use.applicationName,
    max: use.connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 10_000,
    // Otherwise each request of a quiet instance would wait for a new connection.
    min: 1,
    // Includes waiting for locks.
    statement_timeout: use.statementTimeoutMs,
    query_timeout: use.statementTimeoutMs + 1000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
    .on('error', (error) => {
      // The server may close connections first.
      if (!pool.ending) use.logger.warn({ err: error }, 'an idle connection of the vault was lost');
    })
    // Without a listener, a lost connection would end the process.
    .on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * A lock on a row is written and committed like a change, so a read-only server refuses it. It blocks no other such
 * lock.
 */
export async function confirmWritable(pool: pg.Pool): Promise<void> {
  await pool.query('select from vault.migrations limit 1 for key share');
}

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
    // Ends the transaction.
    client.release(failure);
  }
}
