import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { EventIdConflictError, type EventLog, type NewEvent } from '../../src/index.ts';
import { anEvent, aStream, events } from '../events.ts';

/** An event id is appended once; what else may be asked under it. */
export function repeatContract(log: () => EventLog): void {
  it('answers a repeat with the first result, whatever is expected by now', async () => {
    const stream = aStream();
    const written = events(2);
    const first = await log().append(stream, 'no-stream', written);
    await log().append(stream, 'any', events(3));
    for (const expected of ['no-stream', 'any', 0] as const) {
      expect(await log().append(stream, expected, written)).toEqual({ ...first, repeated: true });
    }
    expect(await log().head()).toBe(5n);
  });

  it('knows a repeat though its metadata tells of another time', async () => {
    const stream = aStream();
    const event = anEvent();
    const first = await log().append(stream, 'no-stream', [event]);
    const again = await log().append(stream, 'no-stream', [{ ...event, metadata: { by: 'retry' } }]);
    expect(again).toEqual({ ...first, repeated: true });
  });

  it('knows an id in capitals', async () => {
    const stream = aStream();
    const event = anEvent();
    await log().append(stream, 'no-stream', [event]);
    const again = await log().append(stream, 'any', [{ ...event, eventId: event.eventId.toUpperCase() }]);
    expect(again.repeated).toBe(true);
  });

  it('writes once what is appended many times at the same time', async () => {
    const stream = aStream();
    const event = anEvent();
    const results = await Promise.all(
      Array.from({ length: 10 }, () => log().append(stream, 'no-stream', [event])),
    );
    expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(new Set(results.map(({ position }) => position))).toEqual(new Set([1n]));
    expect(await log().head()).toBe(1n);
  });

  it.each<[string, (written: NewEvent[]) => NewEvent[]]>([
    ['other data', ([a, b]) => [{ ...required(a), data: { text: 'other' } }, required(b)]],
    ['another type', ([a, b]) => [{ ...required(a), type: 'Other' }, required(b)]],
    ['a new event behind', (written) => [...written, anEvent()]],
    ['a new event before', (written) => [anEvent(), ...written]],
    ['another order', (written) => written.toReversed()],
  ])('refuses known ids with %s, and writes nothing', async (_, change) => {
    const stream = aStream();
    const written = events(2);
    await log().append(stream, 'no-stream', written);
    const error: unknown = await log()
      .append(stream, 'any', change(written))
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(EventIdConflictError);
    expect(written.map((event) => event.eventId)).toContain(
      error instanceof EventIdConflictError && error.eventId,
    );
    expect(await log().head()).toBe(2n);
  });

  it('refuses known ids in another stream', async () => {
    const event = anEvent();
    await log().append(aStream(), 'no-stream', [event]);
    await expect(log().append(aStream(), 'no-stream', [event])).rejects.toThrow(EventIdConflictError);
  });

  it('refuses to take two appends with something between them for one', async () => {
    const stream = aStream();
    const [first, second] = [anEvent(), anEvent()];
    await log().append(stream, 'any', [first]);
    await log().append(stream, 'any', [anEvent()]);
    await log().append(stream, 'any', [second]);
    await expect(log().append(stream, 'any', [first, second])).rejects.toThrow(EventIdConflictError);
  });

  it('fails a conflict of ids alone when many append at once', async () => {
    const eventId = randomUUID();
    const results = await Promise.allSettled([
      log().append(aStream(), 'any', [anEvent()]),
      log().append(aStream(), 'any', [anEvent({ eventId })]),
      log().append(aStream(), 'any', [anEvent({ eventId })]),
      log().append(aStream(), 'any', [anEvent()]),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await log().head()).toBe(3n);
  });

  it('lets an id be used whose first append was refused', async () => {
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

function required(event: NewEvent | undefined): NewEvent {
  if (event === undefined) throw new Error('No such event');
  return event;
}
