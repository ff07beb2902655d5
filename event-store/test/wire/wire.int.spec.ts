import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EventStoreDBClient, eventTypeFilter, streamNameFilter } from '@eventstore/db-client';
import { scaled } from '@pmcw/testing';
import { programOf } from '@pmcw/testing/program';
import { expect, it } from 'vitest';
import { startWireServer } from './server.ts';
import { appendedAt, describeTargets, happened, happenings, newStream, recorded } from './targets.ts';

describeTargets('The way of an event', (target) => {
  it('delivers an append to reads of its stream and the whole log, and to a subscriber', async () => {
    const { client } = target();
    const stream = newStream();
    const appended = await client.appendToStream(stream, happenings(2), { expectedRevision: 'no_stream' });
    expect(appended).toMatchObject({ success: true, nextExpectedRevision: 1n });

    const ofStream = await recorded(client.readStream(stream));
    expect(ofStream.map(({ revision, data }) => ({ revision, data }))).toEqual([
      { revision: 0n, data: { n: 0 } },
      { revision: 1n, data: { n: 1 } },
    ]);
    const [ofLog] = await recorded(
      client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 }),
    );
    expect(ofLog).toMatchObject({ streamId: stream, revision: 1n, type: 'Happened', data: { n: 1 } });
    expect(ofLog?.position).toEqual(appended.position);

    const subscription = client.subscribeToAll({
      fromPosition: appendedAt(appended),
      filter: streamNameFilter({ prefixes: [stream] }),
    });
    const [[received]] = await Promise.all([
      once(subscription, 'data'),
      client.appendToStream(stream, happened(2)),
    ]);
    expect(received).toMatchObject({ event: { streamId: stream, revision: 2n, data: { n: 2 } } });
    await subscription.unsubscribe();
  });
});

it('holds thousands of events', async () => {
  const server = await startWireServer();
  const client = EventStoreDBClient.connectionString(server.connectionString);
  const types = ['Wanted', 'Other'] as const;
  const pairs = scaled(4);
  for (let batch = 0; batch < 2 * pairs; batch += 1) {
    await client.appendToStream(newStream(), happenings(500, types[batch % 2]));
  }
  const wanted = await recorded(client.readAll()).then((all) => all.filter(({ type }) => type === 'Wanted'));
  const seen: string[] = [];
  const subscription = client.subscribeToAll({ filter: eventTypeFilter({ prefixes: ['Wanted'] }) });
  subscription.on('data', ({ event }) => seen.push(event?.id ?? ''));
  await once(subscription, 'caughtUp');
  expect(seen).toHaveLength(pairs * 500);
  expect(seen).toEqual(wanted.map(({ id }) => id));
  await client.dispose();
  await server.stop();
});

it('runs as a process until a signal stops it', async () => {
  const main = await programOf(fileURLToPath(new URL('main.ts', import.meta.url)));
  const child = spawn(process.execPath, [main, '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  const connectionString = /^ready (esdb:\/\/\S+)\n$/.exec(String(line))?.[1] ?? '';
  const client = EventStoreDBClient.connectionString(connectionString);
  expect(await client.appendToStream(newStream(), happened())).toMatchObject({ success: true });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await client.dispose();
});
