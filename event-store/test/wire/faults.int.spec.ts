import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchCall, batchRequest } from './rawBatch.ts';
import { startWireServer, type WireServer } from './server.ts';
import { happened, happenings, newStream, recorded, ways } from './targets.ts';

let server: WireServer;
let client: EventStoreDBClient;
beforeEach(async () => {
  server = await startWireServer();
  client = EventStoreDBClient.connectionString(server.connectionString);
  await client.appendToStream(newStream(), happened());
});
afterEach(async () => {
  await client.dispose();
  await server.stop();
});

const unavailable = { type: 'unavailable' };
const lengthOf = (stream: string) => server.log.stream(stream)?.length ?? 0;

describe.each(Object.entries(ways))('Appends (%s)', (way, options) => {
  const append = (stream: string, event = happened()) => client.appendToStream(stream, event, options);

  it('are refused as often, and with the status, that a test sets', async () => {
    const stream = newStream();
    server.faults.refuse('append', { times: 2 });
    await expect(append(stream)).rejects.toMatchObject(unavailable);
    await expect(append(stream)).rejects.toMatchObject(unavailable);
    expect(lengthOf(stream)).toBe(0);
    await append(stream);
    server.faults.refuse('append', { code: status.RESOURCE_EXHAUSTED, details: 'Too much' });
    await expect(append(stream)).rejects.toMatchObject({
      type: 'unknown',
      message: '8 RESOURCE_EXHAUSTED: Too much',
    });
    expect(lengthOf(stream)).toBe(1);
  });

  it('are written although their answer is lost, and recognized when repeated', async () => {
    const stream = newStream();
    const event = happened(0, { id: randomUUID() });
    server.faults.nextAppends('swallow');
    const lost = append(stream, event);
    await eventually(() => expect(lengthOf(stream)).toBe(1));
    server.faults.cutConnections();
    await expect(lost).rejects.toMatchObject(unavailable);
    expect(await append(stream, event)).toMatchObject({ success: true, nextExpectedRevision: 0n });
    expect(lengthOf(stream)).toBe(1);
  });

  it('are written although the server reports a timeout', async () => {
    const stream = newStream();
    server.faults.nextAppends('time-out', 'normal', 'time-out');
    const type = way === 'batch' ? 'deadline-exceeded' : 'timeout';
    await expect(append(stream)).rejects.toMatchObject({ type });
    await append(stream);
    await expect(append(stream)).rejects.toMatchObject({ type });
    expect(lengthOf(stream)).toBe(3);
  });

  it('are not written if the server is not ready', async () => {
    const stream = newStream();
    server.faults.nextAppends('not-ready');
    const notReady =
      way === 'batch'
        ? { type: 'unknown', message: 'Could not recognize Server Is Not Ready' }
        : { type: 'unavailable', message: '14 UNAVAILABLE: Server Is Not Ready' };
    await expect(append(stream)).rejects.toMatchObject(notReady);
    expect(lengthOf(stream)).toBe(0);
    await append(stream);
  });

  it('are answered late', async () => {
    const stream = newStream();
    const letAnswersGo = server.faults.holdAnswers('append');
    let answered = false;
    const late = append(stream).finally(() => {
      answered = true;
    });
    await eventually(() => expect(lengthOf(stream)).toBe(1));
    expect(answered).toBe(false);
    letAnswersGo();
    await late;
  });
});

it('A single append ends at its deadline if the answer is later', async () => {
  const stream = newStream();
  server.faults.delayAnswers('append', 60_000);
  const late = client.appendToStream(stream, happened(), { ...ways.unary, deadline: 1_000 });
  await expect(late).rejects.toMatchObject({ type: 'deadline-exceeded' });
  expect(lengthOf(stream)).toBe(1);
});

describe('Reads and subscriptions', () => {
  it('are refused by their kind', async () => {
    server.faults.refuse('read');
    await expect(recorded(client.readAll({ maxCount: 1 }))).rejects.toMatchObject(unavailable);
    server.faults.refuse('subscribe', { code: status.ABORTED, details: 'Operation timed out: no reason' });
    await expect(recorded(client.subscribeToAll())).rejects.toMatchObject({ type: 'timeout' });
    expect(await recorded(client.readAll({ maxCount: 1 }))).toHaveLength(1);
  });

  it('are interrupted after a number of events, repeatedly, and continue after the last', async () => {
    const stream = newStream();
    const last = await client.appendToStream(stream, happenings(20));
    for (const events of [3, 1, 4]) server.faults.cutAfterEvents(events);
    const revisions: bigint[] = [];
    let from = server.log.stream(stream)?.[0]?.position ?? 0n;
    let cuts = 0;
    while (revisions.at(-1) !== last.nextExpectedRevision) {
      try {
        for await (const { event } of client.subscribeToAll({
          fromPosition: { commit: from, prepare: from },
        })) {
          if (event === undefined) continue;
          revisions.push(event.revision);
          from = event.position.commit;
          if (event.revision === last.nextExpectedRevision) break;
        }
      } catch (error) {
        expect(error).toMatchObject(unavailable);
        cuts += 1;
      }
    }
    expect(cuts).toBe(3);
    expect(revisions).toEqual(Array.from({ length: 19 }, (_, index) => BigInt(index + 1)));
  });
});

it('Subscriptions are ended, and nothing else', async () => {
  const subscriptions = [client.subscribeToAll(), client.subscribeToAll({ fromPosition: 'end' })];
  await Promise.all(subscriptions.map((subscription) => once(subscription, 'confirmation')));
  const errors = Promise.all(subscriptions.map((subscription) => once(subscription, 'error')));
  server.faults.endSubscriptions();
  for (const [error] of await errors) expect(error).toMatchObject({ type: 'timeout', code: status.ABORTED });
  await client.appendToStream(newStream(), happened());
});

describe('The connections', () => {
  it('break for all clients, and can be opened again', async () => {
    const subscription = recorded(client.subscribeToAll());
    const never = newStream();
    server.faults.nextAppends('swallow');
    const append = client.appendToStream(never, happened());
    await eventually(() => expect(lengthOf(never)).toBe(1));
    server.faults.cutConnections();
    await expect(append).rejects.toMatchObject(unavailable);
    await expect(subscription).rejects.toMatchObject(unavailable);
    await client.appendToStream(newStream(), happened());
  });

  it('are refused while the server is stopped, and the log is the same after a restart', async () => {
    const { port } = server;
    const stream = newStream();
    await client.appendToStream(stream, happened());
    await server.stop();
    await expect(client.appendToStream(stream, happened())).rejects.toMatchObject({
      code: status.UNAVAILABLE,
    });
    await server.start();
    expect(server.port).toBe(port);
    await eventually(() => client.appendToStream(stream, happened(), { expectedRevision: 0n }));
    expect(await recorded(client.readStream(stream))).toHaveLength(2);
  });
});

it('A restarted server recognizes repeats only by an exact expectation', async () => {
  const [exact, any] = [newStream(), newStream()];
  const [one, other] = [happened(), happened()];
  await client.appendToStream(exact, one, { expectedRevision: 'no_stream' });
  await client.appendToStream(any, other);
  await server.stop();
  await server.start();
  await eventually(() => client.appendToStream(exact, one, { expectedRevision: 'no_stream' }));
  await client.appendToStream(any, other);
  expect([lengthOf(exact), lengthOf(any)]).toEqual([1, 2]);
});

it('An append that the client does not finish times out after two seconds, and malformed ones are answered twice', async () => {
  // Without the official client, which always finishes and fails on a malformed one.
  const { call, answers } = batchCall(server);
  const [unfinished, malformed] = [randomUUID(), randomUUID()];
  call.write(batchRequest(unfinished, 'Happened').setIsFinal(false));
  call.write(batchRequest(malformed, ''));
  await eventually(() =>
    expect(answers).toEqual([
      { id: malformed, error: 'BadRequest' },
      { id: unfinished, error: 'Timeout' },
      { id: malformed, error: 'Timeout' },
    ]),
  );
  call.end();
});
