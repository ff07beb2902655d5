import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Origin, postgresLogConnections } from '@pmcw/event-store';
import { silent } from '@pmcw/resilience';
import { ifThere } from '@pmcw/resilience/files';
import { CannotStartError, checkDatabase, explained } from '@pmcw/runtime';
import { vaultConnections } from '@pmcw/vault';
import pg from 'pg';
import { clusterMajor, type KeepOptions, keepRunning } from './postgres/index.ts';

export interface Database {
  readonly url: string;
  /** Differs in a copy of the data folder; unknown for an external server. */
  readonly place?: Origin;
  /** Resolves with a reason when an embedded server is given up; never for an external server. */
  readonly died: Promise<string>;
  close(): Promise<void>;
}

const name = 'pmcw';
/** A new database is copied from a template, perhaps on a slow disk. */
const statementTimeoutMs = 60_000;

export async function ensureDatabase(serverUrl: string): Promise<string> {
  // Without a listener the process would end.
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
  return productDatabaseUrl(serverUrl);
}

export function productDatabaseUrl(serverUrl: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** When the cluster's oldest file was made, which no copy of the folder keeps. */
async function placeOf(dataDir: string): Promise<Origin> {
  const { birthtimeMs } = await stat(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'));
  return { born: String(birthtimeMs) };
}

/** A copy of the cluster for another PostgreSQL, while it is put in the place of the earlier one. */
export const upgradedFolder = (dataDir: string): string => path.join(dataDir, 'postgres-upgrade');

async function refuseHalfUpgraded(dataDir: string): Promise<void> {
  if ((await ifThere(lstat(upgradedFolder(dataDir)))) === null) return;
  throw new CannotStartError('An upgrade of the database was interrupted: npm run database -- upgrade');
}

/** The major version of the embedded cluster. @throws CannotStartError where there is none */
export async function embeddedMajor(dataDir: string): Promise<string> {
  const found = await clusterMajor(path.join(dataDir, 'postgres', 'cluster'));
  if (found !== null) return found;
  throw new CannotStartError(
    `There is no database in ${dataDir}: no instance has run there. Set DATA_DIR to the folder of the installation, or DATABASE_URL.`,
  );
}

/**
 * For tools that work with what is there: in a mistyped folder they would make an empty installation, which passes for
 * the real one.
 * @throws CannotStartError without a cluster, or while its upgrade is interrupted
 */
export async function refuseEmptyFolder(dataDir: string): Promise<void> {
  await refuseHalfUpgraded(dataDir);
  await embeddedMajor(dataDir);
}

const neverDies = new Promise<never>(() => undefined);

/** Before anything else connects to it. Its warnings are logged later, by `openFoundation`. */
async function externalDatabase(url: string): Promise<Database> {
  const needs = { connections: vaultConnections + postgresLogConnections, creates: true };
  await explained('DATABASE_URL', () => checkDatabase(url, needs, silent));
  return { url, died: neverDies, close: async () => {} };
}

/** The embedded server is restarted when it dies. */
export async function openDatabase(
  ownUrl: string | undefined,
  dataDir: string,
  keep: KeepOptions,
): Promise<Database> {
  if (ownUrl !== undefined) return externalDatabase(ownUrl);
  await refuseHalfUpgraded(dataDir);
  const { lastly } = keep;
  const server = await keepRunning({ dataDir, ...(lastly && { lastly }) }, keep);
  try {
    const [url, place] = await Promise.all([ensureDatabase(server.url), placeOf(dataDir)]);
    return { url, place, died: server.died, close: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
