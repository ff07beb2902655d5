import { startWireServer } from './server.ts';

/** Serves on the port that is given as the argument until SIGTERM. */
const port = Number(process.argv[2] ?? 0);
const server = await startWireServer({ port });
console.log(`EventStoreDB for tests: ${server.connectionString}`);
process.once('SIGTERM', () => void server.stop());
