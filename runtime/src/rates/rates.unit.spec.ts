import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Rates } from './rates.ts';
import { TokenBucket } from './tokenBucket.ts';

const rate = { perSecond: 5, burst: 600 };

describe('a token bucket', () => {
  it('gives the burst at once, and then returns the wait', () => {
    const bucket = new TokenBucket(rate, 0);
    for (let taken = 0; taken < 600; taken += 1) expect(bucket.take(1, 0)).toBe(0);
    expect(bucket.take(1, 0)).toBe(1);
    expect(bucket.take(20, 0)).toBe(4);
    expect(bucket.take(1, 200)).toBe(0);
    expect(bucket.take(1, 200)).toBe(1);
  });

  it('leaves some on request', () => {
    const bucket = new TokenBucket(rate, 0);
    expect(bucket.take(500, 0, 100)).toBe(0);
    expect(bucket.take(1, 0, 100)).toBe(1);
    expect(bucket.take(20, 0, 100)).toBe(4);
    expect(bucket.take(100, 0)).toBe(0);
    expect(bucket.take(1, 20_000, 100)).toBe(1);
    expect(bucket.take(1, 20_200, 100)).toBe(0);
  });

  it('fills up to the burst and no further', () => {
    const bucket = new TokenBucket(rate, 0);
    expect(bucket.take(600, 0)).toBe(0);
    expect(bucket.isFull(119_999)).toBe(false);
    expect(bucket.isFull(120_000)).toBe(true);
    expect(bucket.take(601, 1_000_000)).toBe(1);
  });

  it('takes nothing away when the clock is set back', () => {
    const bucket = new TokenBucket(rate, 10_000);
    expect(bucket.take(599, 10_000)).toBe(0);
    expect(bucket.take(1, 0)).toBe(0);
  });

  it('is turned off by an infinite burst', () => {
    const bucket = new TokenBucket({ perSecond: 5, burst: Number.POSITIVE_INFINITY }, 0);
    for (let taken = 0; taken < 10_000; taken += 1) expect(bucket.take(20, taken)).toBe(0);
  });
});

const rates = fc.record({
  perSecond: fc.double({ min: 0.01, max: 50, noNaN: true }),
  burst: fc.integer({ min: 1, max: 50 }),
});
/** Steps of the clock may also be negative. */
const calls = fc.array(
  fc.record({
    key: fc.integer({ min: 0, max: 5 }),
    after: fc.double({ min: -2_000, max: 5_000, noNaN: true }),
  }),
  { maxLength: 300 },
);

describe('rates by key, whatever the sequence of calls and the clock', () => {
  /** Uses only the clock's forward steps, because that is all the time there was. */
  function play(
    mostKeys: number,
    rateOf: { perSecond: number; burst: number },
    list: { key: number; after: number }[],
    check: (key: number, wait: number, takeAfter: (ms: number) => number) => void,
  ) {
    let [now, forward] = [0, 0];
    const allowed = new Map<number, number>();
    const counted = new Rates<number>(rateOf, { mostKeys, clock: () => now });
    const take = (key: number) => {
      const wait = counted.take(key);
      if (wait === 0) allowed.set(key, (allowed.get(key) ?? 0) + 1);
      expect(counted.size).toBeLessThanOrEqual(mostKeys);
      const most = rateOf.burst + (forward / 1000) * rateOf.perSecond;
      expect(allowed.get(key) ?? 0).toBeLessThanOrEqual(most + 1e-6);
      return wait;
    };
    const pass = (ms: number) => {
      now += ms;
      forward += Math.max(0, ms);
    };
    for (const { key, after } of list) {
      pass(after);
      check(key, take(key), (ms) => {
        pass(ms);
        return take(key);
      });
    }
  }

  it.each([1, 2, 100])(
    'no key gets more than burst plus time times rate, with room for %i keys',
    (mostKeys) => {
      fc.assert(fc.property(rates, calls, (of, list) => play(mostKeys, of, list, () => undefined)));
    },
  );

  it.each([1, 2, 100])('a caller that waits as asked is admitted, with room for %i keys', (mostKeys) => {
    fc.assert(
      fc.property(rates, calls, (of, list) =>
        play(mostKeys, of, list, (_key, wait, takeAfter) => {
          if (wait === 0) return;
          expect(Number.isInteger(wait) && wait >= 1).toBe(true);
          expect(takeAfter(wait * 1000)).toBe(0);
        }),
      ),
    );
  });
});

describe('the memory of rates', () => {
  it('delays no key because of another', () => {
    const counted = new Rates<string>({ perSecond: 1, burst: 2 }, { clock: () => 0 });
    expect(['ada', 'ada', 'ada'].map((key) => counted.take(key))).toEqual([0, 0, 1]);
    expect(counted.take('grace')).toBe(0);
  });

  it('is not reset when a key returns', () => {
    let now = 0;
    const counted = new Rates<number>({ perSecond: 1, burst: 2 }, { mostKeys: 3, clock: () => now });
    counted.take(7, 2);
    now = 1_000;
    for (const key of [8, 9, 10, 11]) counted.take(key);
    expect(counted.take(7, 2)).toBe(1);
    now = 2_000;
    expect(counted.take(7, 2)).toBe(0);
  });

  it('drops idle keys, and stays limited under an attack from many addresses', () => {
    let now = 0;
    const counted = new Rates<number>({ perSecond: 20, burst: 600 }, { mostKeys: 5_000, clock: () => now });
    for (let key = 0; key < 100_000; key += 1) {
      counted.take(key, 100);
      expect(counted.size).toBeLessThanOrEqual(5_000);
    }
    now = 60_000;
    expect(counted.take(-1, 600)).toBe(0);
    expect(counted.size).toBe(1);
  });
});
