import { expect, it } from 'vitest';
import type { JsonObject, ReadFilter, StoredEvent } from '../../src/index.ts';
import { anEvent, aStream, collect, events, everything, expectGrowing } from '../events.ts';
import type { ContractSubject } from './subject.ts';

/** Reading streams and the whole log, with and without filters. */
export function readContract({ log, start }: ContractSubject): void {
  const written = (filter?: ReadFilter, limit?: number) =>
    everything(log(), { after: start(), ...(filter && { filter }), ...(limit && { limit }) });

  it('returns appended events', async () => {
    const data: JsonObject = {
      text: 'Grüße, 世界 🪙 "quoted" \\ back\nline \u0000 \u2028',
      loneSurrogate: '\ud83d',
      numbers: [0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER],
      nested: { list: [[], {}, null, true], empty: '' },
      ' odd key ': null,
    };
    const event = anEvent({ type: 'Ünïcode "typed"', data, metadata: { actorId: 7 } });
    const stream = aStream('straße-🪙');
    const { position } = await log().append(stream, 'no-stream', [event]);
    expect(await collect(log().readStream(stream))).toEqual([{ ...event, stream, revision: 0, position }]);
    expect(await written()).toEqual(await collect(log().readStream(stream)));
  });

  it('is not affected by later changes of the caller’s objects', async () => {
    const [data, metadata] = [{ text: 'before' }, { by: 'before' }];
    const append = log().append(aStream(), 'any', [anEvent({ data, metadata })]);
    data.text = 'after';
    metadata.by = 'after';
    await append;
    expect(await written()).toMatchObject([{ data: { text: 'before' }, metadata: { by: 'before' } }]);
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

  it('lets a reader of a stream stop early', async () => {
    const stream = aStream();
    await log().append(stream, 'any', events(600));
    for await (const event of log().readStream(stream)) {
      if (event.revision === 3) break;
    }
    expect(await collect(log().readStream(stream, 599))).toHaveLength(1);
  });

  it('returns nothing for a missing stream', async () => {
    expect(await collect(log().readStream(aStream()))).toEqual([]);
  });

  it('reads all pages of the log without gap or repeat', async () => {
    for (let n = 0; n < 5; n += 1) await log().append(aStream(), 'any', events(5));
    const all = await written();
    expectGrowing(all.map((event) => event.position));
    const at = positionsOf(all);
    expect(await log().readAll(at(2), {}, 4)).toEqual({
      events: all.slice(3, 7),
      position: at(6),
      live: false,
    });
    expect(await written({}, 7)).toEqual(all);
    expect(await log().readAll(at(24))).toEqual({ events: [], position: at(24), live: true });
    expect(await log().readAll(at(19), {}, 5)).toMatchObject({ position: at(24), live: true });
    expect(await log().head()).toBe(at(24));
  });

  it('does not go back when reading after the head', async () => {
    await log().append(aStream(), 'any', [anEvent()]);
    const beyond = (await log().head()) + 8n;
    expect(await log().readAll(beyond)).toEqual({ events: [], position: beyond, live: true });
  });

  it('filters by type, by prefix of stream names, and by both', async () => {
    const run = aStream('run');
    await log().append(`${run}-user-1`, 'any', [anEvent({ type: 'A' }), anEvent({ type: 'B' })]);
    await log().append(`${run}-message-1`, 'any', [anEvent({ type: 'A' }), anEvent({ type: 'C' })]);
    await log().append(`${run}-us`, 'any', [anEvent({ type: 'A' })]);
    const all = await written();
    const numbers = async ({ types, streamPrefixes }: ReadFilter, limit?: number) => {
      const prefixes = streamPrefixes?.map((prefix) => `${run}-${prefix}`);
      const filter = { ...(types && { types }), ...(prefixes && { streamPrefixes: prefixes }) };
      const ids = all.map((event) => event.eventId);
      return (await written(filter, limit)).map((event) => ids.indexOf(event.eventId) + 1);
    };
    expect(await numbers({ types: ['A'] })).toEqual([1, 3, 5]);
    expect(await numbers({ types: ['C', 'B', 'B', 'Unheard'] })).toEqual([2, 4]);
    expect(await numbers({ streamPrefixes: ['user-'] })).toEqual([1, 2]);
    expect(await numbers({ streamPrefixes: ['message-', 'user-', 'use'] }, 1)).toEqual([1, 2, 3, 4]);
    expect(await numbers({ types: ['A'], streamPrefixes: ['message-'] })).toEqual([3]);
    expect(await numbers({ types: [], streamPrefixes: [] })).toEqual([1, 2, 3, 4, 5]);
  });

  it('takes a prefix literally, not as a pattern', async () => {
    const run = aStream('run');
    await log().append(`${run}a%b-1`, 'any', [anEvent()]);
    await log().append(`${run}axb-1`, 'any', [anEvent()]);
    expect(await written({ streamPrefixes: [`${run}a%b`] })).toHaveLength(1);
    expect(await written({ streamPrefixes: [`${run}a_b`, `${run}a.b`] })).toHaveLength(0);
  });

  it('advances over filtered events', async () => {
    const stream = aStream();
    await log().append(stream, 'any', events(10));
    await log().append(stream, 'any', [anEvent({ type: 'Rare' })]);
    await log().append(stream, 'any', events(10));
    const all = await written();
    const at = positionsOf(all);
    const page = await log().readAll(start(), { types: ['Rare'] });
    expect(page).toEqual({ events: [all[10]], position: at(20), live: true });
    const none = await log().readAll(start(), { types: ['Unheard'] });
    expect(none).toEqual({ events: [], position: at(20), live: true });
    const full = await log().readAll(start(), { types: ['Tested'] }, 10);
    expect(full).toEqual({ events: all.slice(0, 10), position: at(9), live: false });
  });
}

function positionsOf(all: readonly StoredEvent[]): (n: number) => bigint {
  return (n) => {
    const event = all[n];
    if (event === undefined) throw new Error(`There is no event ${n}`);
    return event.position;
  };
}
