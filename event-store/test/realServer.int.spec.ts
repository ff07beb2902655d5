import { describe } from 'vitest';
import { openEventStoreDbLog } from '../src/index.ts';
import { type EngineTraits, eventLogContract } from './contract.ts';

const connectionString = process.env.EVENTSTORE_TEST_URL ?? '';
const traits: EngineTraits = {
  engine: 'eventstoredb',
  empty: false,
  dense: false,
  knowsIdsOfAllStreams: false,
};

/** Runs only when `EVENTSTORE_TEST_URL` names a server; all in this file, for specs in another would write between. */
describe.skipIf(connectionString === '')('against a real server', () => {
  const open = () => openEventStoreDbLog({ connectionString });

  eventLogContract('The EventStoreDB engine', traits, open);
});
