import { describe, it } from 'vitest';
import { openEventStoreDbLog } from '../src/index.ts';
import { eventLogContract, oneServer } from './contract.ts';
import { expectLikeModel } from './model.ts';
import { writersContract } from './writersContract.ts';

const connectionString = process.env.EVENTSTORE_TEST_URL ?? '';

/** Runs only when `EVENTSTORE_TEST_URL` names a server; all in this file, for specs in another would write between. */
describe.skipIf(connectionString === '')('against a real server', () => {
  const open = () => openEventStoreDbLog({ connectionString });

  eventLogContract('The EventStoreDB engine', oneServer, open);

  it('does what the in-memory engine does, whatever is appended', async () => {
    const log = await open();
    await expectLikeModel(oneServer, async () => log, 40);
    await log.close();
  });

  writersContract('The EventStoreDB engine', 30, async () => ({ log: await open(), url: connectionString }));
});
