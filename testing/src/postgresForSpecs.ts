import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@pmcw/launcher/postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser connection string of the server that all specs of a run share. */
    postgresUrl: string;
  }
}

/** Starts one real PostgreSQL for a whole run of specs, in a folder that is gone afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-specs-'));
  const server = await startPostgres({ dataDir, settings: { max_connections: '300' } });
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
