import { randomUUID } from 'node:crypto';
import { createMemoryLog, type EventLog, type NewEvent, openEventStoreDbLog } from '@pmcw/event-store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startWireServer, type WireServer } from '../../../event-store/test/wire/server.ts';
import { createProjectionsCheck } from './readiness.ts';
import type { ModelStatus } from './status.ts';

const limit = 10_000;

let server: WireServer;
let log: EventLog;
beforeEach(async () => {
  server = await startWireServer();
  log = await openEventStoreDbLog({ connectionString: server.connectionString });
});
afterEach(async () => {
  await log.close();
  await server.stop();
});

function events(count: number, text = ''): NewEvent[] {
  return Array.from({ length: count }, () => ({
    eventId: randomUUID(),
    type: 'Tested',
    data: { text },
    metadata: {},
  }));
}

/** So many small events, written where the server keeps them; positions of the first and the last. */
async function fill(count: number): Promise<readonly [first: bigint, last: bigint]> {
  const small = { type: 'Tested', json: true, data: Buffer.from('{}'), metadata: Buffer.from('{}') };
  for (let left = count; left > 0; left -= 500) {
    const some = Array.from({ length: Math.min(left, 500) }, () => ({ ...small, id: randomUUID() }));
    server.log.append('filled', 'any', some);
  }
  const [first] = (await log.readAll(0n, {}, 1)).events;
  return [first?.position ?? 0n, await log.head()];
}

/** The check while one model is at a position, and others are at the head; it may be moved. */
async function checked(target: EventLog, position: bigint) {
  const head = await target.head();
  const at = { position };
  const model = (name: string, here: bigint): ModelStatus => ({
    ...{ name, version: 1, state: 'running', error: null },
    ...{ position: here, head, lag: head - here },
  });
  const status = async () => [model('quick', head), model('slow', at.position), model('other', head)];
  return { check: createProjectionsCheck(target, { status }), at };
}

describe('near the head', () => {
  it('is counted in events, however small they are', async () => {
    const [first, last] = await fill(limit + 2);
    const { check, at } = await checked(log, first);
    expect(await check()).toMatchObject({ ok: false, head: String(last) });
    const [next] = (await log.readAll(first, {}, 1)).events;
    at.position = next?.position ?? 0n;
    expect(await check()).toMatchObject({ ok: true });
  });

  it('is counted in events, however large they are', async () => {
    const { position } = await log.append('large', 'any', events(1));
    for (let n = 0; n < 30; n += 1) await log.append('large', 'any', events(1, 'x'.repeat(500_000)));
    const { check } = await checked(log, position);
    expect(await check()).toMatchObject({ ok: true });
  });

  it('means the same where positions have no gaps', async () => {
    const memory = createMemoryLog();
    await memory.append('filled', 'any', events(limit + 2));
    const { check, at } = await checked(memory, 1n);
    expect(await check()).toMatchObject({ ok: false });
    at.position = 2n;
    expect(await check()).toMatchObject({ ok: true });
  });
});

it('reads nothing while nothing is behind, and never more than the limit', async () => {
  const [first, last] = await fill(limit + 600);
  const { check, at } = await checked(log, last);
  const read = vi.spyOn(log, 'readAll');
  expect(await check()).toMatchObject({ ok: true });
  expect(read).not.toHaveBeenCalled();
  at.position = first;
  expect((await Promise.all([check(), check(), check()])).map(({ ok }) => ok)).toEqual([false, false, false]);
  // Nor once more for a model that has not moved.
  expect(await check()).toMatchObject({ ok: false });
  const batches = await Promise.all(read.mock.results.map(({ value }) => value));
  expect(batches.reduce((sum, batch) => sum + batch.events.length, 0)).toBe(limit + 1);
});
