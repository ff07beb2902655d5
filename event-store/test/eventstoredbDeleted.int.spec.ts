import { EventStoreDBClient } from '@eventstore/db-client';
import { eventually } from '@pmcw/testing/eventually';
import { describe, expect, it, vi } from 'vitest';
import { StreamDeletedError } from '../src/index.ts';
import { eventStoreDbForSpecs } from './eventStoreDbForSpecs.ts';
import { aStream, collect, events, everything } from './events.ts';

const eventStoreDb = eventStoreDbForSpecs();

/** A log with a stream of three events, permanently deleted with the server’s own tool. */
async function withDeletedStream() {
  const server = await eventStoreDb.server();
  const warn = vi.fn();
  const log = await eventStoreDb.open(server, { log: { warn, error: warn } });
  const stream = aStream();
  const written = events(3);
  await log.append(stream, 'no-stream', written);
  const client = EventStoreDBClient.connectionString(server.connectionString);
  await client.tombstoneStream(stream);
  await client.dispose();
  return { server, log, warn, stream, written };
}

describe('a stream that was permanently deleted on the server', () => {
  it('can’t be read, and fails at once with an error of the port', async () => {
    const { log, stream, warn } = await withDeletedStream();
    const error: unknown = await collect(log.readStream(stream)).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StreamDeletedError);
    expect(error).toMatchObject({ name: 'StreamDeletedError', stream });
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([['no-stream'], ['any'], ['stream-exists'], [2]] as const)(
    'refuses appends that expect %s, whether or not the process knows the stream',
    async (expected) => {
      const { server, log, stream, written, warn } = await withDeletedStream();
      for (const at of [log, await eventStoreDb.open(server)]) {
        const appending = at.append(stream, expected, events(1));
        await expect(appending).rejects.toBeInstanceOf(StreamDeletedError);
      }
      expect(warn).not.toHaveBeenCalled();
      expect(await everything(log)).toHaveLength(written.length);
    },
  );

  it('leaves its events in the log, and all others unchanged', async () => {
    const { log, written } = await withDeletedStream();
    const received: string[] = [];
    const subscription = log.subscribe(0n, async (batch) => {
      received.push(...batch.events.map(({ eventId }) => eventId));
    });
    const other = aStream();
    const [later] = events(1);
    if (later === undefined) throw new Error('There is one');
    const { position } = await log.append(other, 'no-stream', [later]);
    const ids = [...written, later].map(({ eventId }) => eventId);
    expect((await everything(log)).map(({ eventId }) => eventId)).toEqual(ids);
    await eventually(() => expect(received).toEqual(ids));
    expect(await log.head()).toBe(position);
    expect(await collect(log.readStream(other))).toHaveLength(1);
    await subscription.stop();
  });
});
