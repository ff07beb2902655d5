import { afterEach } from 'vitest';
import { openEventStoreDbLog } from '../src/index.ts';
import { type EngineTraits, eventLogContract } from './contract.ts';
import { startWireServer, type WireServer } from './wire/server.ts';

const traits: EngineTraits = {
  engine: 'eventstoredb',
  empty: true,
  dense: false,
  knowsIdsOfAllStreams: false,
};
const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

eventLogContract('The EventStoreDB engine', traits, async () => {
  const server = await startWireServer();
  servers.push(server);
  return openEventStoreDbLog({ connectionString: server.connectionString });
});
