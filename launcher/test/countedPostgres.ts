import { rm } from 'node:fs/promises';
import pg from 'pg';
import { z } from 'zod';
import { type PostgresServer, startPostgres } from '../src/postgres/server.ts';
import { newDataDir } from './postgres.ts';

/** Work of PostgreSQL. */
export interface Work {
  readonly statements: number;
  /** A statement outside a transaction counts as one. */
  readonly transactions: number;
  /** Returned or written. */
  readonly rows: number;
  /** Touched, once for each statement that touches one. */
  readonly pages: number;
  /** Of the write-ahead log, without records of commits. */
  readonly walBytes: number;
  /** Rows of the event log that were read; one for a read that found none. */
  readonly logRows: number;
}

/** Work by statement, or by the first statement of a transaction, and the time that it took. */
interface Looked {
  readonly statements: ReadonlyMap<string, Work>;
  readonly seconds: number;
}

const settings = {
  shared_preload_libraries: 'pg_stat_statements',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  // The first change of a page after a checkpoint would count 8 KB more.
  full_page_writes: 'off',
  // Transactions are counted in a log of statements: PostgreSQL's own number is up to ten seconds old.
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_filename: 'statements',
  log_rotation_size: '0',
  log_rotation_age: '0',
  log_statement: 'all',
};
const log = 'log/statements.json';

const none: Work = { statements: 0, transactions: 0, rows: 0, pages: 0, walBytes: 0, logRows: 0 };

export const combined = (one: Work, other: Work, of: (a: number, b: number) => number): Work => ({
  statements: of(one.statements, other.statements),
  transactions: of(one.transactions, other.transactions),
  rows: of(one.rows, other.rows),
  pages: of(one.pages, other.pages),
  walBytes: of(one.walBytes, other.walBytes),
  logRows: of(one.logRows, other.logRows),
});
const sum = (all: Iterable<Work>): Work =>
  [...all].reduce((total, work) => combined(total, work, (a, b) => a + b), none);

interface StatementRow {
  /** Of the query: its text may have parameters or their values, if it was parsed before a reset. */
  readonly id: string;
  readonly text: string;
  readonly calls: number;
  readonly rows: number;
  readonly pages: number;
  readonly wal: number;
}

function workOf({ text, calls, rows, pages, wal }: StatementRow): Work {
  const readsLog = text.includes('event_store.events') && text.includes('metadata');
  return { ...none, statements: calls, rows, pages, walBytes: wal, logRows: readsLog ? rows : 0 };
}

const lineSchema = z.object({
  /** Missing in lines of the server itself. */
  user: z.string().default('observer'),
  session_id: z.string(),
  vxid: z.string().default(''),
  message: z.string(),
});

/** A PostgreSQL for a spec that counts the work for all users except its own one. */
export class CountedPostgres {
  readonly #server: PostgresServer;
  readonly #dataDir: string;
  readonly #observer: pg.Client;
  #loggedBytes = 0;
  #since = 0;
  #idle: Looked = { statements: new Map(), seconds: 1 };

  private constructor(server: PostgresServer, dataDir: string, observer: pg.Client) {
    this.#server = server;
    this.#dataDir = dataDir;
    this.#observer = observer;
  }

  static async start(): Promise<CountedPostgres> {
    const dataDir = await newDataDir();
    const server = await startPostgres({ dataDir, settings });
    return new CountedPostgres(server, dataDir, await observerOf(server.url));
  }

  get url(): string {
    return this.#server.url;
  }

  async stop(): Promise<void> {
    await this.#observer.end();
    await this.#server.stop();
    await rm(this.#dataDir, { recursive: true });
  }

  /** Starts to count. */
  async reset(): Promise<void> {
    await this.#observer.query('select pg_stat_statements_reset()');
    const { bytes, now } = await this.#place();
    this.#loggedBytes = bytes;
    this.#since = now;
  }

  /** Without it, plans depend on how full the tables happened to be. */
  async analyze(): Promise<void> {
    await this.#observer.query('analyze');
  }

  /** Since `reset`, by the clock of the database. */
  async seconds(): Promise<number> {
    return (await this.#place()).now - this.#since;
  }

  /** The work of a second since `reset`, which is the work by clocks from now on. */
  async idle(): Promise<Work> {
    this.#idle = await this.#look();
    const { statements, seconds } = this.#idle;
    return combined(sum(statements.values()), none, (number) => number / seconds);
  }

  /** Since `reset`, without what clocks did in that time. */
  async work(): Promise<Work> {
    const { statements, seconds } = await this.#look();
    const share = seconds / this.#idle.seconds;
    const acted = [...statements].map(([statement, work]) =>
      combined(work, this.#idle.statements.get(statement) ?? none, (all, idle) =>
        Math.max(0, all - idle * share),
      ),
    );
    return sum(acted);
  }

  /** How many statements were sent since `reset` that clocks don't send. */
  async acted(): Promise<number> {
    const rows = await this.#statements();
    return sum(rows.filter(({ id }) => !this.#idle.statements.has(id)).map(workOf)).statements;
  }

  /** The most frequent statements since `reset`. */
  async frequent(): Promise<string> {
    const lines = (await this.#statements())
      .toSorted((a, b) => b.calls - a.calls)
      .map(({ text, calls }) => `${calls} × ${text.replaceAll(/\s+/g, ' ').slice(0, 150)}`);
    return lines.slice(0, 60).join('\n');
  }

  async #look(): Promise<Looked> {
    const seconds = await this.seconds();
    const statements = new Map<string, Work>();
    const add = (statement: string, work: Work) =>
      statements.set(statement, sum([statements.get(statement) ?? none, work]));
    for (const row of await this.#statements()) add(row.id, workOf(row));
    for (const first of await this.#transactions()) add(first, { ...none, transactions: 1 });
    return { statements, seconds };
  }

  async #statements(): Promise<readonly StatementRow[]> {
    const { rows } = await this.#observer.query<StatementRow>(
      `select queryid::text as id, query as text, calls::float8 as calls, rows::float8 as rows,
         (shared_blks_hit + shared_blks_read)::float8 as pages, wal_bytes::float8 as wal
       from pg_stat_statements where userid <> current_user::regrole::oid`,
    );
    return rows;
  }

  /** The first logged line of each. */
  async #transactions(): Promise<Iterable<string>> {
    const { rows } = await this.#observer.query<{ text: string }>(
      'select pg_read_file($1, $2, (pg_stat_file($1)).size - $2) as text',
      [log, Math.max(0, this.#loggedBytes - 1)],
    );
    const first = new Map<string, string>();
    // Both ends are parts of lines, or empty.
    for (const line of (rows[0]?.text ?? '').split('\n').slice(1, -1)) {
      const { user, session_id, vxid, message } = lineSchema.parse(JSON.parse(line));
      const transaction = `${session_id} ${vxid}`;
      if (user !== 'observer' && !first.has(transaction)) first.set(transaction, message);
    }
    return first.values();
  }

  async #place(): Promise<{ readonly bytes: number; readonly now: number }> {
    const { rows } = await this.#observer.query<{ bytes: number; now: number }>(
      `select (pg_stat_file($1)).size::float8 as bytes, extract(epoch from clock_timestamp())::float8 as now`,
      [log],
    );
    const [place] = rows;
    if (place === undefined) throw new Error('One row comes from no table');
    return place;
  }
}

/** Connects as a separate user. */
async function observerOf(url: string): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query("create role observer superuser login password 'observer'");
  await owner.query('create extension pg_stat_statements');
  // Otherwise the first reader of a page of the catalog writes it to the write-ahead log, at any time.
  await owner.query('vacuum');
  await owner.end();
  const address = new URL(url);
  [address.username, address.password] = ['observer', 'observer'];
  const observer = new pg.Client({ connectionString: address.href });
  await observer.connect();
  return observer;
}
