import { eventLogContract, oneServer } from './contract.ts';
import { eventStoreDbForSpecs } from './eventStoreDbForSpecs.ts';

const eventStoreDb = eventStoreDbForSpecs();

eventLogContract('The EventStoreDB engine', { ...oneServer, empty: true }, async () =>
  eventStoreDb.open(await eventStoreDb.server()),
);
