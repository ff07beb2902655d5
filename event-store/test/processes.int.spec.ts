import { scaled } from '@pmcw/testing';
import { eventStoreDbForSpecs } from './eventStoreDbForSpecs.ts';
import { postgresForSpecs } from './postgresDatabase.ts';
import { writersContract } from './writersContract.ts';

const postgres = postgresForSpecs();
const eventStoreDb = eventStoreDbForSpecs();

writersContract('The PostgreSQL engine', scaled(45), async () => ({
  log: await postgres.openEmpty(),
  url: postgres.url(),
}));

writersContract('The EventStoreDB engine', 15, async () => {
  const server = await eventStoreDb.server();
  return { log: await eventStoreDb.open(server), url: server.connectionString };
});
