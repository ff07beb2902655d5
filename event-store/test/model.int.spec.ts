import { scaled } from '@pmcw/testing';
import { it } from 'vitest';
import { oneServer, oneTable } from './contract.ts';
import { eventStoreDbForSpecs } from './eventStoreDbForSpecs.ts';
import { expectLikeModel } from './model.ts';
import { postgresForSpecs } from './postgresDatabase.ts';

const postgres = postgresForSpecs();
const eventStoreDb = eventStoreDbForSpecs();

it('the PostgreSQL engine behaves like the in-memory engine for any appends', async () => {
  const log = await postgres.open();
  const empty = async () => {
    await postgres.query('truncate event_store.events');
    return log;
  };
  await expectLikeModel({ engine: 'postgres', ...oneTable }, empty, scaled(50));
  await log.close();
});

it('the EventStoreDB engine behaves like the in-memory engine for any appends', async () => {
  const log = await eventStoreDb.open(await eventStoreDb.server());
  await expectLikeModel(oneServer, async () => log, scaled(15));
});
