import { scaled } from '@pmcw/testing';
import { it } from 'vitest';
import { oneServer, oneTable } from './contract.ts';
import { eventStoreDbForSpecs } from './eventStoreDbForSpecs.ts';
import { expectLikeModel } from './model.ts';
import { postgresForSpecs } from './postgresDatabase.ts';

const postgres = postgresForSpecs();
const eventStoreDb = eventStoreDbForSpecs();

it('the PostgreSQL engine does what the in-memory engine does, whatever is appended', async () => {
  const log = await postgres.open();
  const empty = async () => {
    await postgres.query('truncate event_store.events');
    return log;
  };
  await expectLikeModel({ engine: 'postgres', ...oneTable }, empty, scaled(50));
  await log.close();
});

it('the EventStoreDB engine does what the in-memory engine does, whatever is appended', async () => {
  const log = await eventStoreDb.open(await eventStoreDb.server());
  await expectLikeModel(oneServer, async () => log, scaled(15));
});
