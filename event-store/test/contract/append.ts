import { expect, it } from 'vitest';
import {
  type EventLog,
  type ExpectedRevision,
  LogUnavailableError,
  WrongExpectedRevisionError,
} from '../../src/index.ts';
import { anEvent, aStream, collect, events, everything, positionsTo } from '../events.ts';

/** Expectations, atomicity, order, and what happens to a batch of which some appends fail. */
export function appendContract(log: () => EventLog): void {
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
      await expect(append).resolves.toEqual({
        revision: length,
        position: BigInt(length + 1),
        repeated: false,
      });
    } else {
      const error: unknown = await append.catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(WrongExpectedRevisionError);
      expect(error).toMatchObject({ stream, expected, actual: length === 0 ? null : length - 1 });
    }
    expect(await collect(log().readStream(stream))).toHaveLength(length + (met ? 1 : 0));
  });

  it('writes several events side by side and answers with the last', async () => {
    const stream = aStream();
    await log().append(aStream(), 'no-stream', events(2));
    const written = events(3);
    expect(await log().append(stream, 'no-stream', written)).toEqual({
      revision: 2,
      position: 5n,
      repeated: false,
    });
    expect(await collect(log().readStream(stream))).toEqual(
      written.map((event, n) => ({ ...event, stream, revision: n, position: BigInt(3 + n) })),
    );
  });

  it('fails a conflict alone when many append at once, and leaves no gap', async () => {
    const streams = Array.from({ length: 30 }, () => aStream());
    await Promise.all(streams.map((stream) => log().append(stream, 'no-stream', [anEvent()])));
    const results = await Promise.allSettled(
      streams.map((stream, n) => log().append(stream, n % 3 === 0 ? 7 : 0, events(2))),
    );
    results.forEach((result, n) => {
      if (n % 3 === 0) expect(result).toMatchObject({ status: 'rejected', reason: { actual: 0 } });
      else expect(result).toMatchObject({ status: 'fulfilled', value: { revision: 2, repeated: false } });
    });
    expect((await everything(log())).map((event) => event.position)).toEqual(positionsTo(30 + 20 * 2));
  });

  it('judges an append by those that were made before it at the same time', async () => {
    const stream = aStream();
    const [created, again, next, stale, more] = await Promise.allSettled([
      log().append(stream, 'no-stream', events(2)),
      log().append(stream, 'no-stream', [anEvent()]),
      log().append(stream, 1, [anEvent()]),
      log().append(stream, 1, [anEvent()]),
      log().append(stream, 'stream-exists', [anEvent()]),
    ]);
    expect(created).toMatchObject({ value: { revision: 1, position: 2n } });
    expect(again).toMatchObject({ reason: { actual: 1 } });
    expect(next).toMatchObject({ value: { revision: 2, position: 3n } });
    expect(stale).toMatchObject({ reason: { actual: 2 } });
    expect(more).toMatchObject({ value: { revision: 3, position: 4n } });
  });

  it('lets one of many who expect the same revision win', async () => {
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
    ['a NUL in the stream name', ['a\0b', 'any', [anEvent()]]],
    ['half a surrogate pair in the stream name', ['a\ud800', 'any', [anEvent()]]],
    ['an overlong stream name', ['a'.repeat(256), 'any', [anEvent()]]],
    ['an empty type', ['a', 'any', [anEvent({ type: '' })]]],
    ['an id that is no UUID', ['a', 'any', [anEvent({ eventId: 'one' })]]],
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
    expect(await log().head()).toBe(2n);
  });

  it('finishes what is under way when closed, and takes nothing more', async () => {
    const underWay = Array.from({ length: 5 }, () => log().append(aStream(), 'any', [anEvent()]));
    await log().close();
    expect(await Promise.all(underWay)).toHaveLength(5);
    await expect(log().append(aStream(), 'any', [anEvent()])).rejects.toThrow(LogUnavailableError);
  });
}
