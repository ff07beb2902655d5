import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export { undocumentedAnswers } from './documented.ts';
export { ownMarks } from './leftovers.ts';
export { freePort } from './ports.ts';
export * from './pushService.ts';
export { resetConnections, resetMoments } from './resets.ts';
export { isSoak, sampled, scaled } from './scale.ts';
export { missedBySerializers } from './serialized.ts';
export { type Contents, contentsOf, type Look } from './tables.ts';
export { within } from './timeLimit.ts';
export { shiftVaultClock, stopVaultClock } from './vaultClock.ts';

/** For `openVault`: the least that argon2 accepts. Specs of `vault` have the real cost. */
export const passwordCost = { memoryCost: 8, timeCost: 1 };

/** An empty database on the PostgreSQL of the run. */
export interface TestDatabase {
  readonly url: string;
  /** Ends its connections and drops it. */
  drop(): Promise<void>;
}

const mostWaitMs = 15_000;

async function withAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Drops a database once its connections are gone: `pool.end()` resolves earlier, and ending a connection while it
 * closes raises an error without a listener. Connections that a spec left open are ended after a while.
 */
function drop(name: string): Promise<void> {
  return withAdministrator(async (client) => {
    const deadline = Date.now() + mostWaitMs;
    for (let open = 1; open > 0 && Date.now() < deadline; ) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
      open = rowCount ?? 0;
      if (open > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await client.query(`drop database ${name} with (force)`);
  });
}

/** Creates a database for a spec or a file of specs; the caller drops it. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `spec_${randomUUID().replaceAll('-', '')}`;
  await withAdministrator((client) => client.query(`create database ${name}`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(name) };
}

/** As `freshDatabase`, with a connection that `drop` ends. */
export async function connectedDatabase(): Promise<TestDatabase & { readonly client: pg.Client }> {
  const database = await freshDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return {
    url: database.url,
    client,
    async drop() {
      await client.end();
      await database.drop();
    },
  };
}
