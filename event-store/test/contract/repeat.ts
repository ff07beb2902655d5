import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { EventIdConflictError, type NewEvent } from '../../src/index.ts';
import { anEvent, aStream, collect, events, everything } from '../events.ts';
import type { ContractSubject } from './subject.ts';

/** An event id is appended once per stream. */
export function repeatContract({ log, start }: ContractSubject): void {
  const written = () => everything(log(), { after: start() });

  it('returns the first result for a repeat, whatever is expected', async () => {
    const stream = aStream();
    const appended = events(2);
    const first = await log().append(stream, 'no-stream', appended);
    await log().append(stream, 'any', events(3));
    for (const expected of ['no-stream', 'any', 'stream-exists', 0, 1, 3, 4, 5] as const) {
      expect(await log().append(stream, expected, appended)).toEqual({ ...first, repeated: true });
    }
    expect(await written()).toHaveLength(5);
  });

  it('recognizes a repeat with other metadata', async () => {
    const stream = aStream();
    const event = anEvent();
    const first = await log().append(stream, 'no-stream', [event]);
    const again = await log().append(stream, 'no-stream', [{ ...event, metadata: { by: 'retry' } }]);
    expect(again).toEqual({ ...first, repeated: true });
  });

  it('recognizes an id in upper case', async () => {
    const stream = aStream();
    const event = anEvent();
    await log().append(stream, 'no-stream', [event]);
    const again = await log().append(stream, 'any', [{ ...event, eventId: event.eventId.toUpperCase() }]);
    expect(again.repeated).toBe(true);
  });

  it('writes once for many concurrent repeats', async () => {
    const stream = aStream();
    const event = anEvent();
    const results = await Promise.all(
      Array.from({ length: 10 }, () => log().append(stream, 'no-stream', [event])),
    );
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(await written()).toMatchObject([{ eventId: event.eventId }]);
    expect(new Set(results.map(({ position }) => position))).toEqual(new Set([await log().head()]));
  });

  it.each<[string, (appended: NewEvent[]) => NewEvent[]]>([
    ['other data', ([a, b]) => [{ ...required(a), data: { text: 'other' } }, required(b)]],
    ['another type', ([a, b]) => [{ ...required(a), type: 'Other' }, required(b)]],
    ['a new event behind', (appended) => [...appended, anEvent()]],
    ['a new event before', (appended) => [anEvent(), ...appended]],
    ['another order', (appended) => appended.toReversed()],
  ])('refuses known ids with %s, and writes nothing', async (_, change) => {
    const stream = aStream();
    const appended = events(2);
    await log().append(stream, 'no-stream', appended);
    for (const expected of ['any', 'no-stream', 'stream-exists', 0, 1] as const) {
      const error: unknown = await log()
        .append(stream, expected, change(appended))
        .catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(EventIdConflictError);
      expect(appended.map((event) => event.eventId)).toContain(
        error instanceof EventIdConflictError && error.eventId,
      );
    }
    expect(await written()).toHaveLength(2);
  });

  it('refuses to treat two appends with another one between them as one', async () => {
    const stream = aStream();
    const [first, second] = [anEvent(), anEvent()];
    await log().append(stream, 'any', [first]);
    await log().append(stream, 'any', [anEvent()]);
    await log().append(stream, 'any', [second]);
    await expect(log().append(stream, 'any', [first, second])).rejects.toThrow(EventIdConflictError);
  });

  it('fails only the append with conflicting ids among concurrent ones', async () => {
    const [eventId, stream] = [randomUUID(), aStream()];
    const results = await Promise.allSettled([
      log().append(aStream(), 'any', [anEvent()]),
      log().append(stream, 'any', [anEvent({ eventId })]),
      log().append(stream, 'any', [anEvent({ eventId, data: { text: 'other' } })]),
      log().append(aStream(), 'any', [anEvent()]),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ reason: { name: 'EventIdConflictError', eventId } });
    expect(await written()).toHaveLength(3);
  });

  it('treats one of two different appends with one id as the conflict, whichever comes first', async () => {
    const [event, stream] = [anEvent(), aStream()];
    const results = await Promise.allSettled([
      log().append(stream, 'no-stream', [event]),
      log().append(stream, 'no-stream', [{ ...event, data: { text: 'other' } }]),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { name: 'EventIdConflictError' },
    });
    expect(await collect(log().readStream(stream))).toHaveLength(1);
  });

  it('accepts an id whose first append was refused', async () => {
    const stream = aStream();
    const event = anEvent();
    const [refused, written] = await Promise.allSettled([
      log().append(stream, 3, [event]),
      log().append(stream, 'no-stream', [event]),
    ]);
    expect(refused.status).toBe('rejected');
    expect(written).toMatchObject({ value: { revision: 0, repeated: false } });
  });
}

/** An event id is appended once to the whole log. */
export function allStreamsRepeatContract({ log, start }: ContractSubject): void {
  it('refuses known ids in another stream', async () => {
    const event = anEvent();
    await log().append(aStream(), 'no-stream', [event]);
    await expect(log().append(aStream(), 'no-stream', [event])).rejects.toThrow(EventIdConflictError);
  });

  it('fails only the append with conflicting ids across streams among concurrent ones', async () => {
    const eventId = randomUUID();
    const results = await Promise.allSettled([
      log().append(aStream(), 'any', [anEvent()]),
      log().append(aStream(), 'any', [anEvent({ eventId })]),
      log().append(aStream(), 'any', [anEvent({ eventId })]),
      log().append(aStream(), 'any', [anEvent()]),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await everything(log(), { after: start() })).toHaveLength(3);
  });
}

function required(event: NewEvent | undefined): NewEvent {
  if (event === undefined) throw new Error('No such event');
  return event;
}
