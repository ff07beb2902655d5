import type { ProductEvent } from '@pmcw/contracts/events';
import { freshDatabase } from '@pmcw/testing';
import type { ReadModel } from '../src/runner/model.ts';
import { prepareSchemas } from '../src/runner/schema.ts';
import { Connections } from '../src/storage/connections.ts';
import { emptySlot, feed } from './feed.ts';
import { memoryLog } from './followedLog.ts';
import { recordsOf } from './records.ts';

/** A read model with its own database. */
export async function oneModel(model: ReadModel) {
  const database = await freshDatabase();
  const connections = new Connections(database.url, 2);
  await prepareSchemas(connections, [model], memoryLog);
  return {
    /** Starts again with these events at positions 1, 2, 3 …, one transaction each. */
    async refill(...events: readonly ProductEvent[]): Promise<void> {
      await emptySlot(connections, model);
      await feed(connections, model, recordsOf(events), [1]);
    },
    query: connections.query.bind(connections),
    /**
     * The plan of a query. On a few rows scanning and sorting is cheapest, so both are disabled to show whether an
     * index can serve.
     */
    plan: (query: string): Promise<string> =>
      connections.transaction(model.name, async (tx) => {
        await tx.query('set local enable_seqscan = off; set local enable_sort = off');
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain ${query}`);
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      }),
    async close(): Promise<void> {
      await connections.close();
      await database.drop();
    },
  };
}
