import path from 'node:path';
import pg from 'pg';
import { chooseIsolation, type Isolation } from '../src/postgres/isolation.ts';
import { notedPostmaster } from '../src/postgres/processes.ts';

/** Every way of running PostgreSQL that this machine and user allow. */
export const isolations: readonly Isolation[] =
  process.getuid?.() === 0 ? [...new Set<Isolation>([chooseIsolation(), 'nobody'])] : ['none'];

/** Rows of one statement on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed says so by what is asked of it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Where the cluster of a data folder notes its postmaster. */
export const clusterOf = (dataDir: string): string => path.join(dataDir, 'postgres', 'cluster');

/** Process id of the postmaster that a data folder names. @throws Error when it names none */
export async function postmasterOf(dataDir: string): Promise<number> {
  const noted = await notedPostmaster(clusterOf(dataDir));
  if (noted === null) throw new Error('No PostgreSQL is noted there');
  return noted.pid;
}
