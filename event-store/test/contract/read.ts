import { expect, it } from 'vitest';
import type { EventLog, JsonObject, ReadFilter } from '../../src/index.ts';
import { anEvent, aStream, collect, events, everything, positionsTo } from '../events.ts';

/** Reading a stream and the whole log, with and without a filter. */
export function readContract(log: () => EventLog): void {
  it('gives back what was appended', async () => {
    const data: JsonObject = {
      text: 'Grüße, 世界 🪙 "quoted" \\ back\nline \u0000 \u2028',
      loneSurrogate: '\ud83d',
      numbers: [0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER],
      nested: { list: [[], {}, null, true], empty: '' },
      ' odd key ': null,
    };
    const event = anEvent({ type: 'Ünïcode "typed"', data, metadata: { actorId: 7 } });
    const stream = 'straße-🪙';
    await log().append(stream, 'no-stream', [event]);
    expect(await collect(log().readStream(stream))).toEqual([
      { ...event, stream, revision: 0, position: 1n },
    ]);
    expect((await log().readAll(0n)).events).toEqual(await collect(log().readStream(stream)));
  });

  it('keeps what was appended from later changes to the object', async () => {
    const data = { text: 'before' };
    const append = log().append('a', 'any', [anEvent({ data })]);
    data.text = 'after';
    await append;
    expect((await log().readAll(0n)).events[0]?.data).toEqual({ text: 'before' });
  });

  it('reads a stream longer than a page, and from a revision on', async () => {
    const stream = aStream();
    await log().append(stream, 'any', events(700));
    await log().append(stream, 'any', events(600));
    const revisions = (await collect(log().readStream(stream))).map((event) => event.revision);
    expect(revisions).toEqual(Array.from({ length: 1300 }, (_, n) => n));
    const rest = await collect(log().readStream(stream, 1298));
    expect(rest.map((event) => event.revision)).toEqual([1298, 1299]);
    expect(await collect(log().readStream(stream, 1300))).toEqual([]);
  });

  it('finds nothing in a stream that does not exist', async () => {
    expect(await collect(log().readStream(aStream()))).toEqual([]);
  });

  it('is at 0 and live when empty', async () => {
    expect(await log().head()).toBe(0n);
    expect(await log().readAll(0n)).toEqual({ events: [], position: 0n, live: true });
  });

  it('pages through the log without gap or repeat', async () => {
    for (let n = 0; n < 5; n += 1) await log().append(aStream(), 'any', events(5));
    const page = await log().readAll(3n, {}, 4);
    expect(page.events.map((event) => event.position)).toEqual([4n, 5n, 6n, 7n]);
    expect(page).toMatchObject({ position: 7n, live: false });
    expect((await everything(log(), {}, 7)).map((event) => event.position)).toEqual(positionsTo(25));
    expect(await log().readAll(25n)).toEqual({ events: [], position: 25n, live: true });
    expect(await log().readAll(20n, {}, 5)).toMatchObject({ position: 25n, live: true });
  });

  it('does not go back when asked for what is beyond its head', async () => {
    await log().append(aStream(), 'any', [anEvent()]);
    expect(await log().readAll(9n)).toEqual({ events: [], position: 9n, live: true });
  });

  it('filters by type, by the beginning of stream names, and by both', async () => {
    await log().append('user-1', 'any', [anEvent({ type: 'A' }), anEvent({ type: 'B' })]);
    await log().append('message-1', 'any', [anEvent({ type: 'A' }), anEvent({ type: 'C' })]);
    await log().append('us', 'any', [anEvent({ type: 'A' })]);
    const positions = async (filter: ReadFilter, limit?: number) =>
      (await everything(log(), filter, limit)).map((event) => Number(event.position));
    expect(await positions({ types: ['A'] })).toEqual([1, 3, 5]);
    expect(await positions({ types: ['C', 'B', 'B', 'Unheard'] })).toEqual([2, 4]);
    expect(await positions({ streamPrefixes: ['user-'] })).toEqual([1, 2]);
    expect(await positions({ streamPrefixes: ['message-', 'user-', 'use'] }, 1)).toEqual([1, 2, 3, 4]);
    expect(await positions({ types: ['A'], streamPrefixes: ['message-'] })).toEqual([3]);
    expect(await positions({ types: [], streamPrefixes: [] })).toEqual([1, 2, 3, 4, 5]);
  });

  it('takes a prefix as it is written, not as a pattern', async () => {
    await log().append('a%b-1', 'any', [anEvent()]);
    await log().append('axb-1', 'any', [anEvent()]);
    expect(await everything(log(), { streamPrefixes: ['a%b'] })).toHaveLength(1);
    expect(await everything(log(), { streamPrefixes: ['a_b'] })).toHaveLength(0);
  });

  it('advances over what a filter leaves out', async () => {
    await log().append('a', 'any', events(10));
    await log().append('a', 'any', [anEvent({ type: 'Rare' })]);
    await log().append('a', 'any', events(10));
    const page = await log().readAll(0n, { types: ['Rare'] });
    expect(page.events.map((event) => event.position)).toEqual([11n]);
    expect(page).toMatchObject({ position: 21n, live: true });
    const none = await log().readAll(0n, { types: ['Unheard'] });
    expect(none).toEqual({ events: [], position: 21n, live: true });
    const full = await log().readAll(0n, { types: ['Tested'] }, 10);
    expect(full).toMatchObject({ position: 10n, live: false });
  });
}
