/**
 * A runner process: `runnerProcess.ts <connection string> [<address of an EventStoreDB>]`. Prints `ready`, then runs
 * until it is killed.
 */
import { onlyIncarnation } from '@pmcw/runtime';
import { createMessagesModel } from '../src/messages/model.ts';
import { createProjector } from '../src/runner/projector.ts';
import { keptLog } from './logger.ts';
import { openPlainStore } from './plainStore.ts';

const [, , connectionString = '', eventStoreUrl] = process.argv;
const eventStore = await openPlainStore(connectionString, eventStoreUrl);
const models = [createMessagesModel(3)];
await createProjector({
  eventStore,
  incarnations: onlyIncarnation,
  connectionString,
  logger: keptLog(),
  models,
}).start();
process.stdout.write('ready\n');
