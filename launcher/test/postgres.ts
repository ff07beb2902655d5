import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { chooseIsolation, type Isolation } from '../src/postgres/isolation.ts';
import { notedPostmaster } from '../src/postgres/processes.ts';
import { startPostgres } from '../src/postgres/server.ts';

/** All isolations that this machine and user allow. */
export const isolations: readonly Isolation[] =
  process.getuid?.() === 0 ? [...new Set<Isolation>([chooseIsolation(), 'nobody'])] : ['none'];

/** Rows of one statement on a separate connection. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // A killed server fails the statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export const clusterOf = (dataDir: string): string => path.join(dataDir, 'postgres', 'cluster');

/** @throws Error when the data folder names no postmaster */
export async function postmasterOf(dataDir: string): Promise<number> {
  const noted = await notedPostmaster(clusterOf(dataDir));
  if (noted === null) throw new Error('No PostgreSQL is noted there');
  return noted.pid;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-postgres-'));
  await chmod(folder, 0o711);
  return folder;
}

async function makeFirstStart(isolation: Isolation): Promise<string> {
  const dataDir = await newFolder();
  const server = await startPostgres({ dataDir, isolation });
  await server.stop();
  await rm(path.join(dataDir, 'postgres', 'server.log'));
  return dataDir;
}

/** By isolation. Making a cluster takes longer than starting on it. */
const firstStarts = new Map<Isolation, Promise<string>>();

/**
 * A data folder with a cluster of its own, a copy of one that was made once per process. Not with `fs.cp`, which
 * changes the owner.
 */
export async function newDataDir(isolation: Isolation = chooseIsolation()): Promise<string> {
  const made = firstStarts.get(isolation) ?? makeFirstStart(isolation);
  firstStarts.set(isolation, made);
  const dataDir = await newFolder();
  await promisify(execFile)('cp', ['-a', `${await made}/.`, dataDir]);
  return dataDir;
}
