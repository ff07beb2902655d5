import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createThreadLogger, Opened, openFoundation, startTracing } from '@pmcw/runtime';
import { Registry } from 'prom-client';
import { productModels } from '../models.ts';
import { Followers } from '../runner/followers.ts';
import type { ReadModel } from '../runner/model.ts';
import type { FollowerListener } from '../runner/modelState.ts';
import { runnerContext } from '../runner/options.ts';
import { connectionsOf, holderName } from '../runner/projector.ts';
import { Connections } from '../storage/connections.ts';
import type { FromThread, ThreadData } from './messages.ts';

/** Under load, events of large steps cost much less (docs/decisions/event-store-one-reader.md). */
const gathering = { events: 10, ms: 40 };

/** Follows the log in this thread, which `createProjectorThread` has started, until it gets a message. */
export async function runInThread(models: readonly ReadModel[] = productModels): Promise<void> {
  if (parentPort === null) throw new Error('This program is for a thread');
  await run(parentPort, workerData, models);
}

async function run(port: MessagePort, settings: ThreadData, models: readonly ReadModel[]): Promise<void> {
  const post = (message: FromThread) => port.postMessage(message);
  const logger = createThreadLogger(settings.LOG_LEVEL, (line) => post({ kind: 'logged', line }));
  const stopping = once(port, 'message');
  const opened = new Opened();
  post({ kind: 'alive' });
  const alive = setInterval(() => post({ kind: 'alive' }), settings.aliveEveryMs);
  opened.add(async () => clearInterval(alive));
  opened.add(await startTracing('projector', settings.OTEL_EXPORTER_OTLP_ENDPOINT, logger));
  // The process's own registry has the metrics, from messages.
  const tools = { opened, logger, registry: new Registry() };
  const { eventStore, incarnations } = await openFoundation({ ...settings, gathering }, tools);
  const connections = new Connections(settings.DATABASE_URL, connectionsOf(models));
  opened.add(() => connections.close());
  const listener: FollowerListener = {
    written: (model, events, seconds) => post({ kind: 'written', model, events, seconds }),
    became: (model, state, error) => post({ kind: 'became', model, state, error }),
  };
  const context = runnerContext({ eventStore, incarnations, connections, logger, holder: holderName() });
  const followers = new Followers(context, models, listener);
  opened.add(() => followers.stop());
  await followers.start();
  post({ kind: 'started' });
  await stopping;
  await opened.close();
  post({ kind: 'stopped' });
}
