import { setTimeout as delay } from 'node:timers/promises';
import { modelNames } from '@pmcw/projections/tables';
import pg from 'pg';
import { z } from 'zod';

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits until all read models of a running product are at the end of the log. */
export const untilProjected = (connectionString: string): Promise<void> =>
  withClient(connectionString, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `select min(position) >= (select max(position) from event_store.events) as "isDone"
         from projections.checkpoints`,
      );
      if (z.array(z.object({ isDone: z.boolean() })).parse(rows)[0]?.isDone === true) return;
      await delay(500);
    }
  });

/** Removes all read models; the next start makes them again. */
export const dropModels = (connectionString: string): Promise<unknown> =>
  withClient(connectionString, (client) =>
    client.query(
      ['projections', ...modelNames].map((name) => `drop schema if exists ${name} cascade;`).join(''),
    ),
  );
