import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { type ProductEvent, type ProductEvents, streams } from '@pmcw/contracts/events';
import { type EventStore, openEventStoreDbLog, openPostgresLog, runEventStoreCli } from '@pmcw/event-store';
import { onlyIncarnation } from '@pmcw/runtime';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startWireServer, type WireServer } from '../../../event-store/test/wire/server.ts';
import { keptLog } from '../../test/logger.ts';
import { openPlainStore } from '../../test/plainStore.ts';
import { deletion, message, reading, registration } from '../../test/records.ts';
import { Connections } from '../storage/connections.ts';
import { createProjector, type Projector } from './projector.ts';

let database: TestDatabase;
let last: TestDatabase;
let server: WireServer;
let connections: Connections;

beforeEach(async () => {
  [database, last] = [await freshDatabase(), await freshDatabase()];
  server = await startWireServer();
  connections = new Connections(database.url, 2);
});
afterEach(async () => {
  await connections.close();
  await server.stop();
  await Promise.all([database.drop(), last.drop()]);
});

async function append(
  store: EventStore<ProductEvents>,
  stream: string,
  event: ProductEvent,
): Promise<bigint> {
  const eventId = randomUUID();
  const metadata = {
    ...{ actorId: null, correlationId: eventId, causationId: eventId },
    time: new Date().toISOString(),
  };
  return (await store.append(stream, 'any', [{ ...event, eventId, metadata }])).position;
}

const send = (store: EventStore<ProductEvents>, id: string, from: number, to: number | null) =>
  append(store, streams.message(id), message(id, from, to));

/** `npm run event-store -- copy`. */
async function copy(from: string, to: string): Promise<void> {
  const openLog = async (address: string | null) => {
    const connectionString = address ?? '';
    if (connectionString.startsWith('esdb:')) return openEventStoreDbLog({ connectionString });
    return openPostgresLog({ connectionString });
  };
  const args = ['copy', '--from', from, '--to', to];
  expect(await runEventStoreCli(args, { openLog }, new PassThrough().resume())).toBe(0);
}

/** Follows a log to its head in all models, and returns what readers see, without positions. */
async function readersOf(store: EventStore<ProductEvents>): Promise<object[]> {
  const projector: Projector = createProjector({
    ...{
      eventStore: store,
      incarnations: onlyIncarnation,
      connectionString: database.url,
      logger: keptLog(),
    },
  });
  await projector.start();
  await expect
    .poll(async () => (await projector.status()).every(({ state, lag }) => state === 'running' && lag === 0n))
    .toBe(true);
  await projector.stop();
  return connections.query(`
    select 'thread' as what, message_id as a, content as b, row_number() over (order by position)::integer as n
      from messages.messages
    union all select 'unread', member_id::text, peer_id::text, unread_count from messages.conversations
    union all select 'mark', r.reader_id::text, r.peer_id::text,
      (select count(*)::integer from messages.messages m where m.position <= r.up_to) from messages.read_marks r
    union all select 'member', username, full_name, row_number() over (order by position)::integer from directory.members
    order by 1, 4, 2, 3`);
}

it('readers see the same after each move of the log, including unread counts, and marks continue', async () => {
  const first = await openPlainStore(database.url);
  for (const id of [1, 2]) await append(first, streams.user(id), registration(id));
  for (let n = 0; n < 6; n += 1) await send(first, `early-${n}`, 1 + (n % 2), 2 - (n % 2));
  const seen = await send(first, 'global', 1, null);
  await append(first, streams.inbox(2), reading(2, 1, seen));
  await append(first, streams.inbox(2), reading(2, null, seen));
  await append(first, streams.message('early-3'), deletion('early-3', 2, 1));
  for (let n = 0; n < 3; n += 1) await send(first, `late-${n}`, 1, 2);
  const before = await readersOf(first);
  expect(before).toContainEqual({ what: 'unread', a: '2', b: '1', n: 3 });
  await first.close();

  await copy(database.url, server.connectionString);
  const second = await openPlainStore(database.url, server.connectionString);
  expect(await readersOf(second)).toEqual(before);
  const all = await send(second, 'moved', 1, 2);
  await append(second, streams.inbox(2), reading(2, 1, all));
  const moved = await readersOf(second);
  expect(moved).toContainEqual({ what: 'unread', a: '2', b: '1', n: 0 });
  await second.close();

  await copy(server.connectionString, last.url);
  const third = await openPlainStore(last.url);
  expect(await readersOf(third)).toEqual(moved);
  await send(third, 'back again', 1, 2);
  expect(await readersOf(third)).toContainEqual({ what: 'unread', a: '2', b: '1', n: 1 });
  await third.close();
});
