import { freshDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { openPostgresLog, type PostgresLog, type PostgresLogOptions } from '../src/index.ts';

/** A database for a spec file, and logs in it. */
export interface PostgresForSpecs {
  readonly url: () => string;
  /** Opens the log; the spec closes it. */
  open(options?: Partial<PostgresLogOptions>): Promise<PostgresLog>;
  /** Opens an empty log. */
  openEmpty(options?: Partial<PostgresLogOptions>): Promise<PostgresLog>;
  /** Runs a statement as the superuser. */
  query<R extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<R[]>;
  /** Breaks the log’s connections of a role: writer, reader or listener. Returns their number. */
  breakConnections(role: string): Promise<number>;
}

/** Creates the database before a file’s specs and drops it after them. */
export function postgresForSpecs(): PostgresForSpecs {
  let url = '';
  let admin: pg.Pool;
  let drop = async () => {};
  beforeAll(async () => {
    const database = await freshDatabase();
    url = database.url;
    admin = new pg.Pool({ connectionString: url, max: 2 }).on('error', () => undefined);
    drop = () => database.drop();
  });
  afterAll(async () => {
    await admin.end();
    await drop();
  });

  const open = (options: Partial<PostgresLogOptions> = {}) =>
    openPostgresLog({ connectionString: url, ...options });
  const query = async <R extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await admin.query<R>(sql, values)).rows;
  return {
    url: () => url,
    open,
    async openEmpty(options) {
      const log = await open(options);
      await query('truncate event_store.events');
      return log;
    },
    query,
    async breakConnections(role) {
      const broken = await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = $1`,
        [`event-store ${role}`],
      );
      return broken.length;
    },
  };
}
