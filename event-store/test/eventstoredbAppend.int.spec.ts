import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { eventually } from '@pmcw/testing/eventually';
import { describe, expect, it, vi } from 'vitest';
import { NodeClient } from '../src/eventstoredb/nodeClient.ts';
import {
  EventIdConflictError,
  InvalidEventError,
  LogUnavailableError,
  WrongExpectedRevisionError,
} from '../src/index.ts';
import { eventStoreDbForSpecs } from './eventStoreDbForSpecs.ts';
import { anEvent, aStream, collect, events, everything } from './events.ts';

const eventStoreDb = eventStoreDbForSpecs();

describe('an append whose answer is lost', () => {
  it.each(['swallow', 'time-out'] as const)('is retried and written once (%s)', async (outcome) => {
    const server = await eventStoreDb.server();
    const warn = vi.fn();
    const log = await eventStoreDb.open(server, {
      appendTimeoutMs: 30_000,
      tryMs: 200,
      log: { warn, error: vi.fn() },
    });
    for (const expected of ['no-stream', 1, 'any', 'stream-exists'] as const) {
      const stream = aStream();
      if (expected !== 'no-stream') await log.append(stream, 'any', events(2));
      server.faults.nextAppends(outcome);
      const result = await log.append(stream, expected, events(2));
      expect(result).toMatchObject({ revision: expected === 'no-stream' ? 1 : 3, repeated: false });
      expect(await collect(log.readStream(stream))).toHaveLength(result.revision + 1);
    }
    expect(warn).toHaveBeenCalled();
  });

  it('is a repeat when the caller retries after the server forgot the id', async () => {
    const server = await eventStoreDb.server();
    const log = await eventStoreDb.open(server, { appendTimeoutMs: 1_000 });
    const [stream, appended] = [aStream(), events(2)];
    server.faults.delayAnswers('append', 60_000);
    await expect(log.append(stream, 'no-stream', appended)).rejects.toThrow(LogUnavailableError);
    await eventually(() => expect(server.log.stream(stream)).toHaveLength(2));
    server.faults.delayAnswers('append', 0);
    await log.close();
    await server.stop();
    await server.start();
    const other = await eventStoreDb.open(server);
    await other.append(stream, 'any', [anEvent()]);
    expect(await other.append(stream, 'any', appended)).toMatchObject({ revision: 1, repeated: true });
    expect(await collect(other.readStream(stream))).toHaveLength(3);
  });
});

describe('an append with new ids', () => {
  it('reads nothing of its stream before, however long it is', async () => {
    const server = await eventStoreDb.server();
    const [writer, log] = [await eventStoreDb.open(server), await eventStoreDb.open(server)];
    const stream = aStream();
    for (let n = 0; n < 4; n += 1) await writer.append(stream, 'any', events(500));
    const reads = vi.spyOn(NodeClient.prototype, 'readStream');
    expect(await log.append(stream, 1_999, [anEvent()], { idsAreNew: true })).toMatchObject({
      revision: 2_000,
    });
    await expect(log.append(stream, 1_999, [anEvent()], { idsAreNew: true })).rejects.toThrow(
      WrongExpectedRevisionError,
    );
    // It reads back its own events.
    for (const [, options] of reads.mock.calls)
      expect(Number(options?.fromRevision)).toBeGreaterThanOrEqual(2_000);
    reads.mockRestore();
  });

  it('is written once even if its answer is lost and another append follows', async () => {
    const server = await eventStoreDb.server();
    const log = await eventStoreDb.open(server, { appendTimeoutMs: 30_000, tryMs: 200 });
    const other = await eventStoreDb.open(server);
    const stream = aStream();
    await log.append(stream, 'no-stream', events(3));
    server.faults.nextAppends('swallow');
    const appending = log.append(stream, 2, events(2), { idsAreNew: true });
    await eventually(() => expect(server.log.stream(stream)).toHaveLength(5));
    await other.append(stream, 4, [anEvent()], { idsAreNew: true });
    expect(await appending).toMatchObject({ revision: 4, repeated: false });
    expect(await collect(log.readStream(stream))).toHaveLength(6);
  });
});

it('recognizes what another process appended with the id, at the same place and elsewhere', async () => {
  const server = await eventStoreDb.server();
  const [one, other] = [await eventStoreDb.open(server), await eventStoreDb.open(server)];
  const [stream, event] = [aStream(), anEvent()];
  await one.append(stream, 'no-stream', events(2));
  const results = await Promise.all([one.append(stream, 1, [event]), other.append(stream, 1, [event])]);
  expect(results.map(({ repeated }) => repeated).sort()).toEqual([false, true]);
  // The server would write it again, because it recognizes repeats only after the expected revision.
  expect(await other.append(stream, 2, [event])).toEqual({ ...results[0], repeated: true });
  const changed = { ...event, data: { text: 'other' } };
  for (const expected of [1, 2, 'any', 'no-stream'] as const) {
    await expect(one.append(stream, expected, [changed])).rejects.toThrow(EventIdConflictError);
  }
  expect(await collect(one.readStream(stream))).toHaveLength(3);
});

it('fails no append for conflicts and errors of others, in this log or another of the process', async () => {
  const [first, second] = [await eventStoreDb.server(), await eventStoreDb.server()];
  const [log, other] = [await eventStoreDb.open(first), await eventStoreDb.open(second)];
  const hot = aStream();
  await log.append(hot, 'no-stream', [anEvent()]);
  // Their answers are delayed until all others have failed.
  second.faults.delayAnswers('append', 100);
  const slow = Array.from({ length: 10 }, () => other.append(aStream(), 'no-stream', [anEvent()]));
  first.faults.refuse('append', { times: 5, code: status.INVALID_ARGUMENT, details: 'Nonsense' });
  const refused = Array.from({ length: 5 }, () => log.append(aStream(), 'no-stream', [anEvent()]));
  for (const append of refused) await expect(append).rejects.toThrow('Nonsense');
  first.faults.refuse('append', { times: 3 });
  const mixed = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) =>
      log.append(n % 3 === 0 ? hot : aStream(), n % 3 === 0 ? 7 : 'any', [anEvent()]),
    ),
  );
  expect(mixed.map(({ status: outcome }) => outcome)).toEqual(
    mixed.map((_, n) => (n % 3 === 0 ? 'rejected' : 'fulfilled')),
  );
  first.faults.cutConnections();
  expect(await Promise.all(slow)).toHaveLength(10);
});

it('writes everything once and completely while its connections keep breaking', async () => {
  const server = await eventStoreDb.server();
  const log = await eventStoreDb.open(server);
  let isOver = false;
  const cutting = (async () => {
    for (let cut = 0; cut < 10 && !isOver; cut += 1) {
      const before = server.log.records.length;
      await eventually(() => expect(isOver || server.log.records.length > before + 15).toBe(true));
      server.faults.cutConnections();
    }
  })();
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    for (let last = -1; last < 74; ) {
      const expected = caller % 2 === 0 ? 'any' : last < 0 ? 'no-stream' : last;
      const { revision, repeated } = await log.append(`s-${caller}`, expected, events(3));
      expect({ revision, repeated }).toEqual({ revision: last + 3, repeated: false });
      last = revision;
    }
  });
  await Promise.all(callers);
  isOver = true;
  await cutting;
  expect(await everything(log)).toHaveLength(600);
});

describe('a server that fails', () => {
  it('is given up on time, with limited queues', async () => {
    const server = await eventStoreDb.server();
    const log = await eventStoreDb.open(server, { appendTimeoutMs: 400, maxQueue: 3 });
    server.faults.delayAnswers('append', 60_000);
    const late = Array.from({ length: 3 }, () => log.append(aStream(), 'no-stream', [anEvent()]));
    expect(log.queueDepth).toBe(3);
    await expect(log.append(aStream(), 'any', [anEvent()])).rejects.toThrow('Too many appends');
    for (const outcome of await Promise.allSettled(late)) {
      expect(outcome).toMatchObject({ reason: expect.any(LogUnavailableError) });
    }
    await eventually(() => expect(log.queueDepth).toBe(0));
  });

  it('is retried when it is not ready, or comes back', async () => {
    const server = await eventStoreDb.server();
    const log = await eventStoreDb.open(server);
    server.faults.nextAppends('not-ready', 'not-ready', 'not-ready');
    expect(await log.append(aStream(), 'no-stream', [anEvent()])).toMatchObject({ revision: 0 });
    await server.stop();
    const append = log.append(aStream(), 'no-stream', [anEvent()]);
    const reading = log.head();
    await eventually(() => expect(log.queueDepth).toBe(1));
    await server.start();
    expect(await append).toMatchObject({ revision: 0, repeated: false });
    await reading;
  });

  it('is distinguished from an append that is too large', async () => {
    const log = await eventStoreDb.open(await eventStoreDb.server({ maxAppendSize: 10_000 }));
    const large = anEvent({ type: 'Large', data: { text: 'x'.repeat(10_000) } });
    const append = log.append(aStream(), 'any', [anEvent(), large]);
    await expect(append).rejects.toThrow(InvalidEventError);
    await expect(append).rejects.toMatchObject({ type: 'Large' });
  });
});

it('keeps others’ metadata, and hides its own', async () => {
  const log = await eventStoreDb.open(await eventStoreDb.server());
  const event = anEvent({ eventId: randomUUID(), metadata: { appendId: 'mine', list: [1] } });
  const { position } = await log.append('a', 'no-stream', [event]);
  expect((await log.readAll(0n)).events).toEqual([{ ...event, stream: 'a', revision: 0, position }]);
});
