import { eventually } from '@pmcw/testing/eventually';
import { expect, it } from 'vitest';
import { type Batch, openEventStoreDbLog, type StoredEvent } from '../src/index.ts';
import { anEvent, aStream, everything } from './events.ts';
import { startWireServer } from './wire/server.ts';

it('never returns a position after the head, however many events the server writes for itself', async () => {
  const server = await startWireServer();
  const log = await openEventStoreDbLog({ connectionString: server.connectionString });
  const batches: Batch<StoredEvent>[] = [];
  const handler = async (batch: Batch<StoredEvent>) => {
    batches.push(batch);
  };
  const subscriptions = [
    log.subscribe(0n, handler),
    log.subscribe(0n, handler, { filter: { types: ['Other'] } }),
  ];
  // At the last step, more than one call reads.
  for (const written of [20, 20, 11_000]) {
    const { position } = await log.append(aStream(), 'any', [anEvent(), anEvent()]);
    server.appendSystemEvents(written);
    expect(await log.head()).toBe(position);
    expect((await everything(log)).at(-1)?.position).toBe(position);
    expect(await log.readAll(position)).toEqual({ events: [], position, live: true });
    await eventually(() => expect(batches.filter((batch) => batch.position === position).length).toBe(2));
  }
  const head = await log.head();
  expect(batches.every(({ position }) => position <= head)).toBe(true);
  await Promise.all(subscriptions.map((subscription) => subscription.stop()));
  await log.close();
  await server.stop();
});
