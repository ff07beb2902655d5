import path from 'node:path';
import pg from 'pg';
import { chooseIsolation, type Isolation } from '../src/postgres/isolation.ts';
import { notedPostmaster } from '../src/postgres/processes.ts';

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
