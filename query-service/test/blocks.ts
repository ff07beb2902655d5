import type { Database } from '@pmcw/projections/tables';
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import * as v from 'valibot';
import type { ReadModels } from '../src/storage/database.ts';

/** Read models that record their statements. */
export interface Watched {
  readonly db: ReadModels;
  /**
   * Blocks of tables and indexes that the statements of an action touch, in memory or not: a cost that doesn't depend
   * on the machine's load. The statements are run again with `explain` and the same parameters.
   */
  blocksOf(action: (db: ReadModels) => Promise<unknown>): Promise<number>;
  /** Of the plans of an action. */
  indexesOf(action: (db: ReadModels) => Promise<unknown>): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

const planSchema = v.tuple([
  v.object({
    Plan: v.object({ 'Shared Hit Blocks': v.number(), 'Shared Read Blocks': v.number() }),
  }),
]);

/** The caller closes them. */
export function watchBlocks(connectionString: string): Watched {
  const sent: CompiledQuery[] = [];
  const pool = new pg.Pool({ connectionString, max: 1 });
  // Postgres closes remaining connections when a spec's database is dropped.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push(query),
  });
  async function plansOf(action: (db: ReadModels) => Promise<unknown>): Promise<readonly unknown[]> {
    sent.length = 0;
    await action(db);
    const plans: unknown[] = [];
    for (const { sql, parameters } of [...sent]) {
      const explain = CompiledQuery.raw(`explain (analyze, buffers, format json) ${sql}`, [...parameters]);
      const { rows } = await db.executeQuery<{ 'QUERY PLAN': unknown }>(explain);
      plans.push(rows[0]?.['QUERY PLAN']);
    }
    return plans;
  }
  return {
    db,
    async blocksOf(action) {
      let blocks = 0;
      for (const plan of await plansOf(action)) {
        const [{ Plan }] = v.parse(planSchema, plan);
        blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
      }
      return blocks;
    },
    async indexesOf(action) {
      const plans = JSON.stringify(await plansOf(action));
      return new Set([...plans.matchAll(/"Index Name":"(\w+)"/g)].map(([, name = '']) => name));
    },
    close: () => db.destroy(),
  };
}
