import { randomUUID } from 'node:crypto';
import { eventTypes } from '@pmcw/contracts/events';
import {
  createEventStore,
  createMemoryLog,
  type EventLog,
  LogUnavailableError,
  openEventStoreDbLog,
  type Sealer,
} from '@pmcw/event-store';
import { freePort } from '@pmcw/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startWireServer } from '../../../event-store/test/wire/server.ts';
import { createLogger } from '../logger.ts';
import { settleIncarnation } from './incarnation.ts';
import { LogGuard, type LogGuardOptions } from './logGuard.ts';

const id = randomUUID();
/** Seals nothing. */
const epoch = Symbol();
const sealer: Sealer = {
  seal: async (fields) => fields.map(({ plaintext }) => plaintext),
  open: async (fields) => fields.map(({ sealed }) => sealed),
  epoch: () => epoch,
};
const never = 1_000_000_000;
const logger = createLogger('silent');

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function guard(log: EventLog, options: Partial<LogGuardOptions> = {}): LogGuard {
  const parts = {
    log: {
      engine: log.engine,
      origin: async () => ({}),
      readStream: (...args: Parameters<EventLog['readStream']>) => log.readStream(...args),
      head: () => log.head(),
    },
    eventStore: createEventStore(log, eventTypes, sealer),
    bookmarks: { limit: async () => undefined },
  };
  const settle = (isRestored: boolean) => settleIncarnation({ id, isRestored }, parts);
  const identity = { name: id, incarnations: [{ id, position: 1n, origin: null }], revision: 0 };
  const made = new LogGuard({ log, identity, settle, logger, lookEveryMs: never, ...options });
  closers.push(() => made.stop());
  return made;
}

const event = (type = 'Made', data = {}) => ({ eventId: randomUUID(), type, data, metadata: {} });

async function named(log: EventLog, instanceId: string): Promise<EventLog> {
  await log.append('instance', 'no-stream', [
    event('InstanceNamed', { instanceId, origin: { engine: 'memory' } }),
  ]);
  return log;
}

/** An address that serves one log or another. */
async function address() {
  const ours = await named(createMemoryLog(), id);
  await ours.append('stream', 'any', [event()]);
  const others = await named(createMemoryLog(), randomUUID());
  let served = ours;
  const log: EventLog = {
    engine: 'memory',
    append: (...args) => served.append(...args),
    appendInOrder: (...args) => served.appendInOrder(...args),
    readStream: (...args) => served.readStream(...args),
    readAll: (...args) => served.readAll(...args),
    subscribe: (...args) => served.subscribe(...args),
    head: () => served.head(),
    close: () => served.close(),
  };
  const serve = (other: EventLog) => {
    served = other;
  };
  return { log, ours, others, serve };
}

const append = ({ guarded }: LogGuard) => guarded.append('stream', 'any', [event()]);

async function readAll(stream: AsyncIterable<unknown>): Promise<number> {
  let events = 0;
  for await (const _ of stream) events += 1;
  return events;
}

describe('a guarded log that is replaced by another', () => {
  it('is detected by regular checks; everything is refused until the right one is back', async () => {
    const { log, others, ours, serve } = await address();
    const logged = vi.spyOn(logger, 'error');
    const made = guard(log, { lookEveryMs: 10 });
    await append(made);
    expect(made.check()).toEqual({ ok: true });
    serve(others);
    await expect.poll(() => made.check()).toEqual({ ok: false, reason: expect.stringContaining('another') });
    const { guarded } = made;
    await expect(append(made)).rejects.toThrow(LogUnavailableError);
    await expect(readAll(guarded.readStream('stream'))).rejects.toThrow(LogUnavailableError);
    await expect(guarded.readAll(0n)).rejects.toThrow(LogUnavailableError);
    await expect(guarded.head()).rejects.toThrow(LogUnavailableError);
    const handler = vi.fn(async () => undefined);
    await expect(guarded.subscribe(0n, handler).done).rejects.toThrow(LogUnavailableError);
    expect(handler).not.toHaveBeenCalled();
    expect(await others.head()).toBe(1n);
    serve(ours);
    await expect.poll(() => made.check()).toEqual({ ok: true });
    await append(made);
    expect(await guarded.head()).toBe(4n);
    expect(await readAll(guarded.readStream('stream'))).toBe(3);
    // However often it checked.
    expect(logged).toHaveBeenCalledOnce();
  });

  it('is detected before the first append after it was down', async () => {
    const { log, others, serve } = await address();
    const made = guard(log);
    const away = vi.spyOn(log, 'append').mockRejectedValueOnce(new LogUnavailableError('away'));
    await expect(append(made)).rejects.toThrow('away');
    expect(away).toHaveBeenCalledOnce();
    serve(others);
    await expect(append(made)).rejects.toThrow("not this installation's");
    expect(await others.head()).toBe(1n);
  });

  it('is refused after it was down, as long as it cannot be checked', async () => {
    const { log } = await address();
    const made = guard(log);
    vi.spyOn(log, 'append').mockRejectedValueOnce(new LogUnavailableError('away'));
    await expect(append(made)).rejects.toThrow('away');
    vi.spyOn(log, 'head').mockRejectedValueOnce(new LogUnavailableError('still away'));
    await expect(append(made)).rejects.toThrow('still away');
    await append(made);
  });

  it('never reports a smaller head, because devices would drop everything', async () => {
    const { log, others, serve } = await address();
    const { guarded } = guard(log);
    expect(await guarded.head()).toBe(2n);
    serve(others);
    await expect(guarded.head()).rejects.toThrow(LogUnavailableError);
  });
});

describe('a guarded log that is restored from a backup', () => {
  it('starts an incarnation, which ends the subscriptions that wait beyond its end', async () => {
    const { log, serve } = await address();
    const made = guard(log);
    const started = vi.fn();
    made.onStarted(started);
    expect([await made.guarded.head(), made.current]).toEqual([2n, id]);
    const { done } = made.guarded.subscribe(2n, async () => undefined);
    serve(await named(createMemoryLog(), id));
    // Its name, and the incarnation that replaces its second event.
    expect(await made.guarded.head()).toBe(2n);
    expect(made.current).not.toBe(id);
    expect(made.lostFrom(id)).toBe(2n);
    expect(started).toHaveBeenCalledOnce();
    await expect(done).rejects.toThrow(LogUnavailableError);
    await append(made);
    expect(await made.guarded.head()).toBe(3n);
  });

  it('is not one whose head was read before an append, and arrives after that of another request', async () => {
    const { log } = await address();
    const made = guard(log);
    const old = await log.head();
    let answer = () => {};
    const late = new Promise<bigint>((resolve) => {
      answer = () => resolve(old);
    });
    vi.spyOn(log, 'head').mockReturnValueOnce(late);
    const looked = made.look();
    await append(made);
    expect(await made.guarded.head()).toBe(old + 1n);
    answer();
    await looked;
    expect(made.current).toBe(id);
  });

  it('follows an incarnation that another process started, also if the log has grown', async () => {
    const { log, serve } = await address();
    const made = guard(log, { lookEveryMs: 10 });
    expect(await made.guarded.head()).toBe(2n);
    const restored = await named(createMemoryLog(), id);
    const incarnationId = randomUUID();
    const origin = { engine: 'memory' };
    await restored.append('instance', 'any', [event('IncarnationStarted', { incarnationId, origin })]);
    await restored.append('stream', 'any', [event(), event()]);
    serve(restored);
    await expect.poll(() => made.current).toBe(incarnationId);
    expect(await restored.head()).toBe(4n);
  });
});

it('an EventStoreDB that comes back with an empty volume gets no events', async () => {
  const port = await freePort();
  const server = await startWireServer({ port });
  closers.push(() => server.stop());
  const log = await openEventStoreDbLog({
    connectionString: server.connectionString,
    appendTimeoutMs: 1_000,
    readTryMs: 200,
  });
  closers.push(() => log.close());
  await named(log, id);
  const made = guard(log, { lookEveryMs: 50 });
  await append(made);
  await server.stop();
  await expect(append(made)).rejects.toThrow(LogUnavailableError);
  const empty = await startWireServer({ port });
  closers.push(() => empty.stop());
  await expect.poll(() => made.check().ok).toBe(false);
  await expect(append(made)).rejects.toThrow("not this installation's");
  expect(empty.log.records.filter(({ stream }) => !stream.startsWith('$'))).toEqual([]);
  await empty.stop();
  await server.start();
  await expect.poll(() => made.check().ok).toBe(true);
  expect(await append(made)).toMatchObject({ revision: 1 });
});
