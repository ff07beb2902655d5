import pg from 'pg';
import { type KeepOptions, keepRunning } from './postgres/index.ts';

/** The database that everything is kept in. */
export interface Database {
  readonly url: string;
  /** Resolves with a reason when an embedded server has died for good; never for a server of one's own. */
  readonly died: Promise<string>;
  close(): Promise<void>;
}

const name = 'pmcw';
/** A new database is copied from a template, on a disk that may be slow. */
const statementTimeoutMs = 60_000;

/** Makes the product's database on a server where it is missing, and answers its address. */
async function ensureDatabase(serverUrl: string): Promise<string> {
  // What is asked next fails; without a listener the process would end.
  const client = new pg.Client({
    connectionString: serverUrl,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
  }).on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  return databaseUrl(serverUrl);
}

/** Address of the product's database on an embedded server. */
export function databaseUrl(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The database at an address of one's own, else an embedded server in the data folder, which the caller has for itself.
 * That one is started again when it dies.
 */
export async function openDatabase(
  ownUrl: string | undefined,
  dataDir: string,
  keep: KeepOptions,
): Promise<Database> {
  if (ownUrl !== undefined) return { url: ownUrl, died: new Promise(() => {}), close: async () => {} };
  const { lastly } = keep;
  const server = await keepRunning({ dataDir, ...(lastly && { lastly }) }, keep);
  try {
    return { url: await ensureDatabase(server.url), died: server.died, close: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
