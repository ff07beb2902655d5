import { type Incarnations, onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptLog } from '../../test/logger.ts';
import { message, recordsOf, registration } from '../../test/records.ts';
import { type ScriptedStore, scriptedStore } from '../../test/scriptedStore.ts';
import { createMessagesModel } from '../messages/model.ts';
import { Connections } from '../storage/connections.ts';
import { createProjector, type Projector } from './projector.ts';

let database: TestDatabase;
let connections: Connections;
let projectors: Projector[];
beforeEach(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 2);
  projectors = [];
});
afterEach(async () => {
  await stopAll();
  await connections.close();
  await database.drop();
});

async function start(eventStore: ScriptedStore, incarnations: Incarnations): Promise<void> {
  const models = [createMessagesModel(3)];
  const options = { eventStore, incarnations, connectionString: database.url, logger: keptLog(), models };
  const projector = createProjector(options);
  projectors.push(projector);
  await projector.start();
}

async function stopAll(): Promise<void> {
  await Promise.all(projectors.splice(0).map((projector) => projector.stop()));
}

const incarnation = (current: string): Incarnations => ({ ...onlyIncarnation, current });

const messageIds = async () => {
  const rows = await connections.query<{ id: string }>(
    'select message_id as id from messages.messages order by position',
  );
  return rows.map(({ id }) => id);
};
const followed = async () =>
  (await connections.query('select position, incarnation from projections.checkpoints'))[0];

const before = [registration(1), registration(2), message('a', 1, 2)];
const lost = recordsOf([...before, message('lost', 1, 2), message('lost too', 2, 1)]);
/** Restored after the first message, and already as long as it was. */
const restored = recordsOf([
  ...before,
  message('new', 1, 2),
  message('newer', 2, 1),
  message('newest', 1, 2),
]);

describe('a read model of a log that was restored', () => {
  it('is rebuilt automatically, although the log has grown past its checkpoint', async () => {
    await start(scriptedStore(lost), incarnation('first'));
    await expect.poll(messageIds).toHaveLength(3);
    await expect.poll(followed).toMatchObject({ incarnation: 'first' });
    await stopAll();
    await start(scriptedStore(restored), incarnation('second'));
    await expect.poll(followed).toEqual({ position: '6', incarnation: 'second' });
    expect(await messageIds()).toHaveLength(4);
    expect(await messageIds()).toEqual(restored.slice(2).map(idOf));
  });

  it('is rebuilt instead of stranded, if it finds that events are gone', async () => {
    await start(scriptedStore(lost), incarnation('first'));
    await expect.poll(messageIds).toHaveLength(3);
    await stopAll();
    let current = 'first';
    const restarted: string[] = [];
    const noticing: Incarnations = {
      ...onlyIncarnation,
      get current() {
        return current;
      },
      async restart(former) {
        restarted.push(former);
        current = 'second';
      },
    };
    await start(scriptedStore(restored.slice(0, 4)), noticing);
    await expect.poll(followed).toEqual({ position: '4', incarnation: 'second' });
    expect(restarted).toEqual(['first']);
    expect(await messageIds()).toEqual(restored.slice(2, 4).map(idOf));
  });

  it('is left alone by a process that has not noticed yet', async () => {
    await start(scriptedStore(restored), incarnation('second'));
    await expect.poll(messageIds).toHaveLength(4);
    await stopAll();
    let current = 'first';
    const late: Incarnations = {
      ...onlyIncarnation,
      get current() {
        return current;
      },
      async look() {
        current = 'second';
      },
    };
    const [made] = await connections.query("select 'messages'::regnamespace::oid as oid");
    await start(scriptedStore(restored), late);
    await expect.poll(() => projectors[0]?.status()).toMatchObject([{ state: 'running' }]);
    expect(await connections.query("select 'messages'::regnamespace::oid as oid")).toEqual([made]);
  });

  it('from before there were incarnations follows the one that it finds', async () => {
    await start(scriptedStore(lost), incarnation('first'));
    await expect.poll(messageIds).toHaveLength(3);
    await stopAll();
    await connections.query('alter table projections.checkpoints drop column incarnation');
    const [made] = await connections.query("select 'messages'::regnamespace::oid as oid");
    await start(scriptedStore(lost), incarnation('upgraded'));
    await expect.poll(followed).toMatchObject({ incarnation: 'upgraded' });
    expect(await connections.query("select 'messages'::regnamespace::oid as oid")).toEqual([made]);
  });
});

function idOf(record: (typeof restored)[number]): string | undefined {
  return record.type === 'MessageSent' ? record.data.messageId : undefined;
}
