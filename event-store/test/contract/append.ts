import { expect, it } from 'vitest';
import {
  type EventLog,
  type ExpectedRevision,
  LogUnavailableError,
  type NewEvent,
  WrongExpectedRevisionError,
} from '../../src/index.ts';
import { anEvent, aStream, collect, events, everything, expectGrowing } from '../events.ts';
import type { ContractSubject } from './subject.ts';

/** Expectations, atomicity, order, and batches with failing appends. */
export function appendContract({ log, start }: ContractSubject): void {
  const written = () => everything(log(), { after: start() });

  it.each<[ExpectedRevision, number, boolean]>([
    ['any', 0, true],
    ['any', 2, true],
    ['no-stream', 0, true],
    ['no-stream', 2, false],
    ['stream-exists', 0, false],
    ['stream-exists', 2, true],
    [0, 0, false],
    [0, 1, true],
    [0, 2, false],
    [1, 2, true],
    [2, 2, false],
  ])('expecting %s of a stream of %i events is met: %s', async (expected, length, met) => {
    const stream = aStream();
    if (length > 0) await log().append(stream, 'any', events(length));
    const append = log().append(stream, expected, [anEvent()]);
    if (met) {
      const { position } = await append;
      await expect(append).resolves.toEqual({ revision: length, position, repeated: false });
      expect((await written()).at(-1)).toMatchObject({ stream, revision: length, position });
    } else {
      const error: unknown = await append.catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(WrongExpectedRevisionError);
      expect(error).toMatchObject({ stream, expected, actual: length === 0 ? null : length - 1 });
    }
    expect(await collect(log().readStream(stream))).toHaveLength(length + (met ? 1 : 0));
  });

  it('writes several events side by side and returns the place of the last', async () => {
    const stream = aStream();
    const before = await log().append(aStream(), 'no-stream', events(2));
    const appended = events(3);
    const result = await log().append(stream, 'no-stream', appended);
    const read = await collect(log().readStream(stream));
    expect(read).toEqual(
      appended.map((event, n) => ({ ...event, stream, revision: n, position: read[n]?.position })),
    );
    expectGrowing([start(), before.position, ...read.map((event) => event.position)]);
    expect(result).toEqual({ revision: 2, position: read[2]?.position, repeated: false });
    expect((await written()).slice(2)).toEqual(read);
  });

  it('fails only the conflicting one of concurrent appends', async () => {
    const streams = Array.from({ length: 30 }, () => aStream());
    await Promise.all(streams.map((stream) => log().append(stream, 'no-stream', [anEvent()])));
    const results = await Promise.allSettled(
      streams.map((stream, n) => log().append(stream, n % 3 === 0 ? 7 : 0, events(2))),
    );
    results.forEach((result, n) => {
      if (n % 3 === 0) expect(result).toMatchObject({ status: 'rejected', reason: { actual: 0 } });
      else expect(result).toMatchObject({ status: 'fulfilled', value: { revision: 2, repeated: false } });
    });
    const all = await written();
    expect(all).toHaveLength(30 + 20 * 2);
    expectGrowing([start(), ...all.map((event) => event.position)]);
  });

  it('decides an append on the result of concurrent ones before it', async () => {
    const stream = aStream();
    const [created, again, next, stale, more] = await Promise.allSettled([
      log().append(stream, 'no-stream', events(2)),
      log().append(stream, 'no-stream', [anEvent()]),
      log().append(stream, 1, [anEvent()]),
      log().append(stream, 1, [anEvent()]),
      log().append(stream, 'stream-exists', [anEvent()]),
    ]);
    expect(created).toMatchObject({ value: { revision: 1 } });
    expect(again).toMatchObject({ reason: { actual: 1 } });
    expect(next).toMatchObject({ value: { revision: 2 } });
    expect(stale).toMatchObject({ reason: { actual: 2 } });
    expect(more).toMatchObject({ value: { revision: 3 } });
  });

  it.each(['any', 'stream-exists'] as const)(
    'writes all of many concurrent appends that expect %s',
    async (expected) => {
      const stream = aStream();
      await log().append(stream, 'no-stream', [anEvent()]);
      const appended = Array.from({ length: 30 }, () => anEvent());
      const results = await Promise.all(appended.map((event) => log().append(stream, expected, [event])));
      expect(results.map(({ revision }) => revision)).toEqual(appended.map((_, n) => n + 1));
      const ids = (await collect(log().readStream(stream, 1))).map((event) => event.eventId);
      expect(ids).toEqual(appended.map((event) => event.eventId));
    },
  );

  it('lets one of many appends with the same expected revision win', async () => {
    const stream = aStream();
    await log().append(stream, 'no-stream', [anEvent()]);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => log().append(stream, 0, [anEvent()])),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each<[string, Parameters<EventLog['append']>]>([
    ['no events', ['a', 'any', []]],
    ['an empty stream name', ['', 'any', [anEvent()]]],
    ['a stream named as those of an engine', ['$a', 'any', [anEvent()]]],
    ['a NUL in the stream name', ['a\0b', 'any', [anEvent()]]],
    ['half a surrogate pair in the stream name', ['a\ud800', 'any', [anEvent()]]],
    ['an overlong stream name', ['a'.repeat(256), 'any', [anEvent()]]],
    ['an empty type', ['a', 'any', [anEvent({ type: '' })]]],
    ['a type named as those of an engine', ['a', 'any', [anEvent({ type: '$a' })]]],
    ['an id that is no UUID', ['a', 'any', [anEvent({ eventId: 'one' })]]],
    ['the UUID of nothing', ['a', 'any', [anEvent({ eventId: '00000000-0000-0000-0000-000000000000' })]]],
    ['a negative revision', ['a', -1, [anEvent()]]],
    ['a broken revision', ['a', 0.5, [anEvent()]]],
    ['one id twice', ['a', 'any', Array<ReturnType<typeof anEvent>>(2).fill(anEvent())]],
  ])('refuses %s, and its neighbours are written', async (_, malformed) => {
    const [before, refused, after] = await Promise.allSettled([
      log().append(aStream(), 'any', [anEvent()]),
      log().append(...malformed),
      log().append(aStream(), 'any', [anEvent()]),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
    expect([before.status, after.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(await written()).toHaveLength(2);
  });

  it('appends in order, and a conflict ends only its own append', async () => {
    const [taken, known] = [aStream(), aStream()];
    const event = anEvent();
    await log().append(taken, 'any', [anEvent()]);
    const first = await log().append(known, 'no-stream', [event]);
    const fresh = Array.from({ length: 3 }, () => ({
      ...{ stream: aStream(), expected: 'no-stream' as const, events: events(2) },
    }));
    const [a, b, c] = fresh;
    const results = await log().appendInOrder(
      [
        a,
        { stream: taken, expected: 'no-stream' as const, events: events(1) },
        b,
        { stream: known, expected: 'no-stream' as const, events: [event] },
        c,
      ].flatMap((append) => append ?? []),
    );
    expect(results).toMatchObject([
      { value: { revision: 1, repeated: false } },
      { reason: expect.any(WrongExpectedRevisionError) },
      { value: { revision: 1, repeated: false } },
      { value: { ...first, repeated: true } },
      { value: { revision: 1, repeated: false } },
    ]);
    expect((await written()).slice(2).map(({ eventId }) => eventId)).toEqual(
      fresh.flatMap(({ events }) => events.map(({ eventId }) => eventId)),
    );
  });

  it('appends none of several if one is malformed, or if an event occurs twice', async () => {
    const event = anEvent();
    const append = (...appended: NewEvent[]) => ({
      ...{ stream: aStream(), expected: 'any' as const, events: appended },
    });
    await expect(log().appendInOrder([append(anEvent()), append()])).rejects.toThrow(TypeError);
    await expect(log().appendInOrder([append(event), append(event)])).rejects.toThrow(TypeError);
    expect(await log().appendInOrder([])).toEqual([]);
    expect(await written()).toEqual([]);
  });

  it('finishes appends under way when closed, and refuses new ones', async () => {
    const underWay = Array.from({ length: 5 }, () => log().append(aStream(), 'any', [anEvent()]));
    await log().close();
    expect(await Promise.all(underWay)).toHaveLength(5);
    await expect(log().append(aStream(), 'any', [anEvent()])).rejects.toThrow(LogUnavailableError);
  });
}
