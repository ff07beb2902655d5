import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keptLog } from '../../test/logger.ts';
import { message, recordsOf } from '../../test/records.ts';
import { type ScriptedStore, scriptedStore } from '../../test/scriptedStore.ts';
import { createMessagesModel } from '../messages/model.ts';
import { settingsModel } from '../settings/model.ts';
import { DatabaseAwayError } from '../storage/connections.ts';
import type { ReadModel } from './model.ts';
import { createProjector, type Projector } from './projector.ts';

let database: TestDatabase;
let eventStore: ScriptedStore;
let projector: Projector;
/** Number of events that may be folded. */
let allowed: number;
let folded: number;

const messages = createMessagesModel();
const gated: ReadModel = {
  ...messages,
  async apply(tx, events) {
    if (folded >= allowed) throw new DatabaseAwayError('Not yet');
    await messages.apply(tx, events);
    folded += events.length;
  },
};

beforeEach(async () => {
  database = await freshDatabase();
  eventStore = scriptedStore(recordsOf(['a', 'b', 'c', 'd'].map((id) => message(id, 1))), () => 1);
  allowed = 0;
  folded = 0;
});
afterEach(async () => {
  allowed = Number.POSITIVE_INFINITY;
  await projector.stop();
  await database.drop();
});

async function start(model: ReadModel): Promise<void> {
  const models = [model, settingsModel];
  projector = createProjector({
    eventStore,
    incarnations: onlyIncarnation,
    connectionString: database.url,
    logger: keptLog(),
    models,
  });
  await projector.start();
}

async function restart(model: ReadModel): Promise<void> {
  await projector.stop();
  await start(model);
}

const prepared = () => projector.prepared();

it('is the share of the slowest model until its rows are complete, also after a restart', async () => {
  await start(gated);
  expect(await prepared()).toBe(0);
  allowed = 1;
  await expect.poll(prepared).toBe(0.25);
  allowed = 2;
  await expect.poll(prepared).toBe(0.5);
  allowed = 3;
  await restart(gated);
  await expect.poll(prepared).toBe(0.75);
  allowed = 4;
  await expect.poll(prepared).toBe(1);
});

it('stays complete while events are missing, and while the model is rebuilt', async () => {
  allowed = 4;
  await start(gated);
  await expect.poll(prepared).toBe(1);
  eventStore.push(...recordsOf([message('e', 1)], 4n));
  await expect.poll(async () => (await projector.status())[0]?.lag).toBe(1n);
  expect(await prepared()).toBe(1);
  allowed = 5;
  await restart({ ...gated, version: gated.version + 1 });
  await expect.poll(async () => (await projector.status())[0]?.state).toBe('rebuilding');
  expect(await prepared()).toBe(1);
});

it('does not wait for a model that an event has stopped', async () => {
  await start({
    ...messages,
    apply: () => Promise.reject(new TypeError('This event cannot be folded')),
  });
  await expect.poll(async () => (await projector.status())[0]?.state).toBe('poisoned');
  await expect.poll(prepared).toBe(1);
});

it('is nothing without tables', async () => {
  await start(gated);
  const other = createProjector({
    eventStore,
    incarnations: onlyIncarnation,
    connectionString: database.url,
    logger: keptLog(),
  });
  expect(await other.prepared()).toBe(0);
  await other.stop();
});
