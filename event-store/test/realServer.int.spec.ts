import { describe, it } from 'vitest';
import { openEventStoreDbLog } from '../src/index.ts';
import { eventLogContract, oneServer } from './contract.ts';
import { expectLikeModel } from './model.ts';
import { writersContract } from './writersContract.ts';

const connectionString = process.env.EVENTSTORE_TEST_URL ?? '';

/** Requires `EVENTSTORE_TEST_URL`. In one file, because specs of another would write concurrently. */
describe.skipIf(connectionString === '')('against a real server', () => {
  const open = () => openEventStoreDbLog({ connectionString });

  eventLogContract('The EventStoreDB engine', oneServer, open);

  it('behaves like the in-memory engine for any appends', async () => {
    const log = await open();
    await expectLikeModel(oneServer, async () => log, 40);
    await log.close();
  });

  writersContract('The EventStoreDB engine', 30, async () => ({ log: await open(), url: connectionString }));
});
