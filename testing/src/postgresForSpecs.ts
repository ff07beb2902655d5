import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@pmcw/launcher/postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser connection string of the server that all specs of a run share. */
    postgresUrl: string;
  }
}

/** No durability: nothing outlives the run, and hundreds of databases come and go. */
const settings = {
  max_connections: '300',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
};

/** Thousands of connections would each hash the password 4,096 times on both sides. */
async function hashPasswordOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set scram_iterations = 1');
  await client.query(`alter role postgres password ${client.escapeLiteral(new URL(url).password)}`);
  await client.end();
}

/** Starts one real PostgreSQL for a whole run, in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-specs-'));
  const server = await startPostgres({ dataDir, settings });
  await hashPasswordOnce(server.url);
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
