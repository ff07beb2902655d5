import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, scaled, type TestDatabase, within } from '@pmcw/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dump } from '../test/dump.ts';
import { emptySlot, feed } from '../test/feed.ts';
import { memoryLog } from '../test/followedLog.ts';
import { histories } from '../test/histories.ts';
import { keptLog } from '../test/logger.ts';
import { oracleOf } from '../test/messagesOracle.ts';
import { scriptedStore } from '../test/scriptedStore.ts';
import { createMessagesModel } from './messages/model.ts';
import { productModels } from './models.ts';
import { LogPages } from './rebuild/logPages.ts';
import { rebuild } from './rebuild/rebuild.ts';
import type { ProductRecord } from './runner/model.ts';
import { runnerContext } from './runner/options.ts';
import { prepareSchemas } from './runner/schema.ts';
import { Connections } from './storage/connections.ts';

const logger = keptLog();
const runLengths = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 8 });
const pageSizes = fc.constantFrom(1, 7, 50, 10_000);
/** Runs of three messages, so that histories cross from one run of the global chat to the next. */
const messages = createMessagesModel(3);
const models = productModels.map((model) => (model.name === messages.name ? messages : model));

let database: TestDatabase;
let connections: Connections;

beforeAll(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 4);
  await prepareSchemas(connections, models, memoryLog);
});
afterAll(async () => {
  await connections.close();
  await database.drop();
});

function rebuilt(
  model: (typeof models)[number],
  records: readonly ProductRecord[],
  pageSize: number,
): Promise<number> {
  const eventStore = scriptedStore(records);
  const context = runnerContext({
    eventStore,
    incarnations: onlyIncarnation,
    connections,
    logger,
    holder: 'spec',
  });
  const logPages = new LogPages(eventStore, { pageSize });
  return rebuild(model, { ...context, logPages }, { signal: new AbortController().signal });
}

/** Unread global messages, counted as `tables.ts` describes. */
async function unreadGlobal(reader: number): Promise<number> {
  const [row] = await connections.query<{ count: number }>(
    `with mark as (
       select coalesce((select up_to from messages.read_marks where reader_id = $1 and peer_id = 0), 0) as up_to
     ), next as (
       select coalesce(min(from_position), 9223372036854775807) as from_position
       from messages.global_runs, mark where from_position > mark.up_to
     )
     select (
       coalesce((select sum(live) from messages.global_runs where from_position > mark.up_to), 0)
       - coalesce((select sum(live) from messages.global_run_senders
                   where sender_id = $1 and from_position > mark.up_to), 0)
       + (select count(*) from messages.messages
          where low_id = 0 and high_id = 0 and sender_id <> $1 and position > mark.up_to
            and position < next.from_position)
     )::integer as count
     from mark, next`,
    [reader],
  );
  return row?.count ?? Number.NaN;
}

describe('any history, cut into any runs', () => {
  it.each(models)('leaves the same rows in $name, live and rebuilt', async (model) => {
    await fc.assert(
      fc.asyncProperty(histories(120), runLengths, pageSizes, async (records, lengths, pageSize) => {
        await emptySlot(connections, model);
        await feed(connections, model, records, lengths);
        const live = await dump(connections, model.name);
        await rebuilt(model, records, pageSize);
        expect(await dump(connections, model.name)).toEqual(live);
      }),
      { numRuns: scaled(8), plugins: [within(20_000)] },
    );
  });

  it('leaves the conversations and unread counts that the whole history implies', async () => {
    await fc.assert(
      fc.asyncProperty(histories(150), runLengths, async (records, lengths) => {
        await emptySlot(connections, messages);
        await feed(connections, messages, records, lengths);
        const oracle = oracleOf(records);
        const rows = await connections.query<object>(
          'select member_id, peer_id, last_position, unread_count, is_blocked, is_request, deleted_up_to from messages.conversations',
        );
        expect(new Set(rows)).toEqual(new Set(oracle.conversations));
        for (const reader of [1, 2, 3]) expect(await unreadGlobal(reader)).toBe(oracle.unreadGlobal(reader));
      }),
      { numRuns: scaled(12), plugins: [within(20_000)] },
    );
  });
});
