import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startWireServer, type WireServer } from './server.ts';

let server: WireServer;
let client: EventStoreDBClient;
beforeEach(async () => {
  server = await startWireServer();
  client = EventStoreDBClient.connectionString(server.connectionString);
});
afterEach(async () => {
  await client.dispose();
  await server.stop();
});

const anEvent = (n = 1) => jsonEvent({ id: randomUUID(), type: 'Happened', data: { n } });

it('appends and reads', async () => {
  const first = await client.appendToStream('a', [anEvent(1), anEvent(2)], { expectedRevision: 'no_stream' });
  expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n });
  await expect(
    client.appendToStream('a', anEvent(), { expectedRevision: 'no_stream' }),
  ).rejects.toMatchObject({
    type: 'wrong-expected-version',
    actualVersion: 1n,
    expectedVersion: 'no_stream',
    streamName: 'a',
  });
  const read = [];
  for await (const { event } of client.readStream('a')) read.push(event);
  expect(read.map((e) => e?.data)).toEqual([{ n: 1 }, { n: 2 }]);
  const all = [];
  for await (const { event } of client.readAll()) all.push(event);
  expect(all.at(-1)?.position).toEqual(first.position);
  const received = [];
  const subscription = client.subscribeToAll();
  for await (const { event } of subscription) {
    received.push(event);
    if (received.length === 2) await client.appendToStream('a', anEvent(3));
    if (received.length === 3) break;
  }
  expect(received.map((e) => e?.data)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});
