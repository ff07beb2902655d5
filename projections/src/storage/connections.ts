import pg from 'pg';
import type { Transaction } from './table.ts';

/** The database can't be reached, is restarting, or asked for another try; nothing is wrong with what was written. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
}

/** SQLSTATE classes that say what was asked is wrong: data (22), constraints (23), SQL or access (42), and the like. */
const wrongRequest = /^(?:0A|2[1-4]|26|3D|3F|42|44)/;

/** Leaves an error of the request as it is; everything else is the database being away. */
function databaseError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && wrongRequest.test(error.code ?? '')) return error;
  return new DatabaseAwayError('The read models are out of reach', { cause: error });
}

/** A batch of a rebuild writes thousands of rows, and a swap renames a schema. */
const statementTimeoutMs = 60_000;

/**
 * A few connections to the database of the read models. What is written here can be rebuilt from the log, and
 * rows and checkpoint are lost together or not at all, so commits needn't wait for the disk.
 */
export class Connections {
  readonly #pool: pg.Pool;

  /** @param size most connections at once */
  constructor(connectionString: string, size: number) {
    // A connection that breaks fails its query, or is replaced when idle; neither must end the process.
    const ignore = () => undefined;
    this.#pool = new pg.Pool({
      connectionString,
      max: size,
      application_name: 'projections',
      options: '-c synchronous_commit=off',
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 10_000,
      // Waiting for a lock counts, too.
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 1_000,
      // A runner that vanished from the network mustn't hold its rows for ever.
      idle_in_transaction_session_timeout: 5_000,
      keepAlive: true,
    })
      .on('error', ignore)
      .on('connect', (client) => client.on('error', ignore));
  }

  /** One statement, its own transaction. */
  async query<Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      const result = await this.#pool.query<Row>(statement, [...values]);
      return result.rows;
    } catch (error) {
      throw databaseError(error);
    }
  }

  /**
   * A transaction in which names without schema are those of `schema`. Rolled back when `work` throws.
   * @throws DatabaseAwayError when trying again may help
   */
  async transaction<T>(schema: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw databaseError(error);
    });
    const tx: Transaction = {
      query: async <Row extends object>(statement: string, values: readonly unknown[] = []) => {
        try {
          return await client.query<Row>(statement, [...values]);
        } catch (error) {
          throw databaseError(error);
        }
      },
    };
    let broken = false;
    try {
      await tx.query(`begin; set local search_path to ${pg.escapeIdentifier(schema)}`);
      const result = await work(tx);
      await tx.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
