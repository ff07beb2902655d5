import { isFinalStatement } from '@pmcw/resilience';
import pg from 'pg';
import type { Transaction } from './table.ts';

/** The database is unreachable or restarting, or asked for a retry. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
}

const databaseError = (error: unknown): unknown =>
  isFinalStatement(error)
    ? error
    : new DatabaseAwayError('The read models are out of reach', { cause: error });

/** For batches of a rebuild and swaps. */
const defaultTimeoutMs = 60_000;
/** The longest that a timer counts. */
const unlimitedMs = 2 ** 31 - 1;

export const searchIn = (schema: string): string => `set local search_path to ${pg.escapeIdentifier(schema)}`;

interface Manner {
  readonly query_timeout?: number;
  readonly isPrepared?: true;
}

/** Statements are constants, so there are not many. */
const names = new Map<string, string>();

/** For a statement that a connection prepares at its first use. */
function nameOf(statement: string): string {
  const known = names.get(statement);
  if (known !== undefined) return known;
  const name = `fold ${names.size + 1}`;
  names.set(statement, name);
  return name;
}

/** Commits don't wait for the disk: rows and checkpoint are lost together, and can be rebuilt. */
export class Connections {
  readonly #pool: pg.Pool;

  constructor(connectionString: string, size: number, statementTimeoutMs = defaultTimeoutMs) {
    // A broken connection fails its query, or is replaced when idle; it must not end the process.
    const ignore = () => undefined;
    this.#pool = new pg.Pool({
      connectionString,
      max: size,
      application_name: 'projections',
      options: '-c synchronous_commit=off',
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 10_000,
      // Otherwise each request of a quiet instance would wait for a new connection.
      min: 1,
      // Includes waiting for a lock.
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 1_000,
      // Otherwise a vanished process would hold its locks permanently.
      idle_in_transaction_session_timeout: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
      .on('error', ignore)
      .on('connect', (client) => client.on('error', ignore));
  }

  async query<Row extends object>(statement: string, values: readonly unknown[] = []): Promise<Row[]> {
    try {
      const result = await this.#pool.query<Row>(statement, [...values]);
      return result.rows;
    } catch (error) {
      throw databaseError(error);
    }
  }

  /** Each statement in a transaction of its own. */
  get oneByOne(): Transaction {
    return { query: async (statement, values) => ({ rows: await this.query(statement, values) }) };
  }

  /**
   * @param schema the search path; null if the work sets it
   * @throws DatabaseAwayError if a retry may help
   */
  transaction<T>(schema: string | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transact('begin', {}, schema, work);
  }

  /**
   * A transaction whose statements are planned once for a connection, and again when tables have been analyzed. Only
   * for few rows: a plan from when a table was small may suit these, but not many.
   */
  prepared<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transact('begin', { isPrepared: true }, null, work);
  }

  /** For statements whose time grows with the tables. */
  unlimited<T>(schema: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const begin = 'begin; set local statement_timeout = 0';
    return this.#transact(begin, { query_timeout: unlimitedMs }, schema, work);
  }

  async #transact<T>(
    begin: string,
    { isPrepared, ...limit }: Manner,
    schema: string | null,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw databaseError(error);
    });
    const tx: Transaction = {
      query: async <Row extends object>(statement: string, values: readonly unknown[] = []) => {
        try {
          const name = isPrepared && values.length > 0 ? nameOf(statement) : undefined;
          return await client.query<Row>({ text: statement, values: [...values], name, ...limit });
        } catch (error) {
          throw databaseError(error);
        }
      },
    };
    let broken = false;
    try {
      await tx.query(schema === null ? begin : `${begin}; ${searchIn(schema)}`);
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
