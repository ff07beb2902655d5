import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptySlot } from '../../test/feed.ts';
import { memoryLog } from '../../test/followedLog.ts';
import { message, recordsOf, registration } from '../../test/records.ts';
import { createMessagesModel } from '../messages/model.ts';
import { Connections } from '../storage/connections.ts';
import { readCheckpoints, takeStep } from './checkpoint.ts';
import { PoisonEventError } from './failures.ts';
import { acquireLease, type Lease, releaseLease } from './lease.ts';
import type { ReadModel } from './model.ts';
import { prepareSchemas } from './schema.ts';
import { Session, type SessionOptions } from './session.ts';

const model = createMessagesModel();
const engine = 'memory' as const;
const records = recordsOf([
  registration(1),
  registration(2),
  message('a', 1, 2),
  message('b', 2, 1),
  message('c', 1),
]);

let database: TestDatabase;
let connections: Connections;
let lease: Lease;

beforeAll(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 4);
  await prepareSchemas(connections, [model], { ...memoryLog, engine });
});
afterAll(async () => {
  await connections.close();
  await database.drop();
});
beforeEach(async () => {
  await emptySlot(connections, model);
  lease = await take();
});
afterEach(() => releaseLease(connections, lease));

async function take(): Promise<Lease> {
  const taken = await acquireLease(connections, model.name, 'spec');
  if (taken === null) throw new Error('The lease is taken');
  return taken;
}

function session(overrides: Partial<SessionOptions> = {}) {
  const written = vi.fn();
  const retried = vi.fn();
  const options = { connections, model, engine, lease, position: 0n, onWritten: written, onRetry: retried };
  return { session: new Session({ ...options, ...overrides }), written, retried };
}

const batchOf = (events = records) => ({ events, position: events.at(-1)?.position ?? 0n, live: true });

async function storedIds(): Promise<string[]> {
  const rows = await connections.query<{ message_id: string }>(
    'select message_id from messages.messages order by position',
  );
  return rows.map((row) => row.message_id);
}

const checkpoint = async () => (await readCheckpoints(connections, [model.name])).get(model.name)?.position;

/** A model whose fold does something more at its end; `sabotage` gets the number of the try. */
function sabotaged(
  sabotage: (tries: number, tx: Parameters<ReadModel['apply']>[0]) => Promise<unknown>,
): ReadModel {
  let tries = 0;
  return {
    ...model,
    apply: async (tx, events) => {
      await model.apply(tx, events);
      tries += 1;
      await sabotage(tries, tx);
    },
  };
}

describe('a session', () => {
  it('writes a batch once when the connection dies between fold and commit', async () => {
    const dying = sabotaged(async (tries, tx) => {
      if (tries < 3) await tx.query('select pg_terminate_backend(pg_backend_pid())');
    });
    const { session: working, retried } = session({ model: dying });
    await working.take(batchOf());
    expect(await storedIds()).toEqual(['a', 'b', 'c']);
    expect(await checkpoint()).toBe(5n);
    expect(retried).toHaveBeenCalledTimes(2);
  });

  it('continues after a commit whose answer got lost', async () => {
    const { session: working } = session();
    await takeStep(connections, { model, engine, lease, from: 0n, to: 5n }, records);
    await working.take(batchOf());
    expect(working.over.aborted).toBe(false);
    await working.take(batchOf(recordsOf([message('d', 2)], 5n)));
    expect(await storedIds()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('writes nothing once another process has the lease', async () => {
    const { session: fenced } = session();
    await releaseLease(connections, lease);
    lease = await take();
    await fenced.take(batchOf());
    expect(fenced.over.reason).toBe('lease lost');
    expect(await storedIds()).toEqual([]);
    expect(await checkpoint()).toBe(0n);
  });

  it('ends when the slot has moved', async () => {
    const { session: working } = session();
    await working.take(batchOf(records.slice(0, 2)));
    await connections.query("update projections.checkpoints set position = 4 where model = 'messages'");
    await working.take(batchOf(records.slice(2)));
    expect(working.over.reason).toBe('slot changed');
    expect(await storedIds()).toEqual([]);
  });

  it('ends when the tables are of another version', async () => {
    const { session: working } = session();
    await connections.query("update projections.checkpoints set version = 2 where model = 'messages'");
    await working.take(batchOf());
    expect(working.over.reason).toBe('slot changed');
    expect(await storedIds()).toEqual([]);
  });

  it('ends when the tables follow the log of another engine', async () => {
    const { session: working } = session();
    await connections.query(
      "update projections.checkpoints set engine = 'eventstoredb' where model = 'messages'",
    );
    await working.take(batchOf());
    expect(working.over.reason).toBe('slot changed');
    expect(await storedIds()).toEqual([]);
  });

  it('finds the failing event, writes those before it and none after', async () => {
    const picky: ReadModel = {
      ...model,
      apply: async (tx, events) => {
        await model.apply(tx, events);
        if (events.some((event) => event.type === 'MessageSent' && event.data.messageId === 'b'))
          throw new TypeError('secret words of a member');
      },
    };
    const { session: stopped } = session({ model: picky });
    await stopped.take(batchOf());
    expect(stopped.over.reason).toBeInstanceOf(PoisonEventError);
    expect(stopped.over.reason).toMatchObject({ position: 4n, type: 'MessageSent' });
    expect(String(stopped.over.reason)).not.toContain('secret');
    expect(await storedIds()).toEqual(['a']);
    expect(await checkpoint()).toBe(3n);
  });

  it('finds an event that the database refuses', async () => {
    const doubled = recordsOf([message('d', 1, 2), message('d', 1, 2)]);
    const { session: stopped } = session();
    await stopped.take(batchOf(doubled));
    expect(stopped.over.reason).toMatchObject({ position: 2n, type: 'MessageSent' });
    expect(await storedIds()).toEqual(['d']);
  });

  it('stores texts with characters that Postgres cannot hold', async () => {
    const { session: working } = session();
    const content = 'nul\0 and half a pair \ud83d';
    await working.take(
      batchOf(
        recordsOf([
          {
            type: 'MessageSent',
            data: {
              messageId: 'a',
              senderId: 1,
              receiverId: 2,
              content,
              messageType: 'text',
              voiceHash: null,
              voiceSeconds: null,
            },
          },
        ]),
      ),
    );
    expect(await connections.query('select content from messages.messages')).toEqual([
      { content: 'nul\ufffd and half a pair \ufffd' },
    ]);
  });

  it('passes over ignored events quickly, with few writes', async () => {
    const { session: working, written } = session();
    for (let position = 1n; position <= 1000n; position += 1n)
      await working.take({ events: [], position, live: true });
    await expect.poll(checkpoint).toBe(1000n);
    // One write per event would be a thousand.
    expect(written.mock.calls.length).toBeLessThan(500);
  });

  it('writes the noted position when it is closed', async () => {
    const { session: working } = session();
    await working.take({ events: [], position: 70n, live: true });
    await working.close();
    expect(await checkpoint()).toBe(70n);
  });
});
