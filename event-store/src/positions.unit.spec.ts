import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AesSealer } from '../test/aesSealer.ts';
import { collect } from '../test/events.ts';
import { troubled } from '../test/transfer/logs.ts';
import {
  createEventStore,
  createMemoryLog,
  type EngineName,
  type EventLog,
  type EventTypes,
} from './index.ts';

const types = {
  Read: { version: 1, schema: z.object({ upTo: z.string().regex(/^\d+$/) }), positions: ['upTo'] },
  Other: { version: 1, schema: z.object({ upTo: z.string() }) },
} satisfies EventTypes;

const logOn = (engine: EngineName): EventLog => troubled(createMemoryLog(), { engine });
const storeOn = (log: EventLog) => createEventStore(log, types, new AesSealer());
const event = (type: 'Read' | 'Other', upTo: string) => {
  const eventId = randomUUID();
  const metadata = { actorId: 1, correlationId: eventId, causationId: eventId, time: '2026-01-01T00:00:00Z' };
  return { eventId, type, data: { upTo }, metadata };
};
/** Copies like `event-store copy`: untouched, to other positions. */
async function move(from: EventLog, to: EventLog): Promise<void> {
  await to.append('before', 'any', [{ ...event('Other', '0'), metadata: { schemaVersion: 1 } }]);
  for (const { stream, ...stored } of (await from.readAll(0n)).events)
    await to.append(stream, 'any', [stored]);
}
const readOf = async (log: EventLog) =>
  (await collect(storeOn(log).readStream('inbox'))).map(({ data }) => data.upTo);

it('a position in an event reads as written, on its own engine', async () => {
  const log = logOn('eventstoredb');
  await storeOn(log).append('inbox', 'any', [event('Other', '7'), event('Read', '1')]);
  expect(await readOf(log)).toEqual(['7', '1']);
});

it('never reads as later than its event, which would be of another log', async () => {
  const log = logOn('eventstoredb');
  await storeOn(log).append('inbox', 'any', [event('Other', '7'), event('Read', '7')]);
  expect(await readOf(log)).toEqual(['7', '2']);
});

it.each<[EngineName, EngineName]>([
  ['postgres', 'eventstoredb'],
  ['eventstoredb', 'postgres'],
])(
  'reads as its event’s own position after a move from %s to %s, and after the way back',
  async (from, to) => {
    const [first, second, third] = [logOn(from), logOn(to), logOn(from)];
    await storeOn(first).append('inbox', 'any', [event('Read', '70000'), event('Other', '70000')]);
    await move(first, second);
    expect(await readOf(second)).toEqual(['2', '70000']);
    await storeOn(second).append('inbox', 'any', [event('Read', '3')]);
    expect(await readOf(second)).toEqual(['2', '70000', '3']);
    const [moved] = (await second.readAll(1n)).events;
    expect(moved?.data).toEqual({ upTo: '70000' });
    await move(second, third);
    expect((await readOf(third)).slice(-1)).toEqual([String(await third.head())]);
  },
);

it('is of PostgreSQL without an engine, as all logs were at first', async () => {
  for (const [engine, read] of [
    ['postgres', '0'],
    ['eventstoredb', '1'],
  ] as const) {
    const log = logOn(engine);
    const { metadata, ...rest } = event('Read', '0');
    await log.append('inbox', 'any', [{ ...rest, metadata: { ...metadata, schemaVersion: 1 } }]);
    expect(await readOf(log)).toEqual([read]);
  }
});

it('is stamped only on events with positions', async () => {
  const log = logOn('postgres');
  await storeOn(log).append('inbox', 'any', [event('Read', '7'), event('Other', '7')]);
  const [first, second] = (await log.readAll(0n)).events;
  expect([first?.metadata.engine, second?.metadata.engine]).toEqual(['postgres', undefined]);
  expect((await collect(storeOn(log).readStream('inbox')))[0]?.metadata).not.toHaveProperty('engine');
});

it('is refused for a field that can’t hold one', () => {
  const wrong = { Read: { version: 1, schema: z.object({ upTo: z.int() }), positions: ['upTo'] } };
  expect(() => createEventStore(createMemoryLog(), wrong, new AesSealer())).toThrow(
    'upTo must accept a position',
  );
});
