import { expect, it } from 'vitest';
import { anEvent, aStream, events, everything, positionsTo } from '../events.ts';
import type { ContractSubject } from './subject.ts';

/** For engines whose positions count the events. Requires an empty log. */
export function denseContract({ log }: ContractSubject): void {
  const positions = async () => (await everything(log())).map((event) => event.position);

  it('counts the events, and returns the number of the last', async () => {
    expect((await log().append(aStream(), 'no-stream', events(2))).position).toBe(2n);
    expect((await log().append(aStream(), 'no-stream', events(3))).position).toBe(5n);
    expect(await log().head()).toBe(5n);
    expect(await positions()).toEqual(positionsTo(5));
  });

  it('leaves no gap for refused appends', async () => {
    const streams = Array.from({ length: 30 }, () => aStream());
    await Promise.allSettled(
      streams.map((stream, n) => log().append(stream, n % 3 === 0 ? 7 : 'any', events(2))),
    );
    expect(await positions()).toEqual(positionsTo(40));
  });

  it('numbers appends to several streams in their order', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, () => log().append(aStream(), 'no-stream', [anEvent()])),
    );
    expect(results.map(({ position }) => position)).toEqual(positionsTo(20));
  });

  it('advances over filtered events by number', async () => {
    await log().append(aStream(), 'any', events(10));
    await log().append(aStream(), 'any', [anEvent({ type: 'Rare' })]);
    await log().append(aStream(), 'any', events(10));
    expect(await log().readAll(0n, { types: ['Unheard'] })).toEqual({
      events: [],
      position: 21n,
      live: true,
    });
    expect(await log().readAll(0n, {}, 11)).toMatchObject({ position: 11n, live: false });
  });
}
