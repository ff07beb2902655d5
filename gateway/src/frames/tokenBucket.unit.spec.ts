import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemberRates } from './memberRates.ts';
import { TokenBucket } from './tokenBucket.ts';

const rate = { perSecond: 5, burst: 600 };

describe('a token bucket', () => {
  it('gives the burst at once, and then says how long to wait', () => {
    const bucket = new TokenBucket(rate, 0);
    for (let taken = 0; taken < 600; taken += 1) expect(bucket.take(1, 0)).toBe(0);
    expect(bucket.take(1, 0)).toBe(1);
    expect(bucket.take(20, 0)).toBe(4);
    expect(bucket.take(1, 200)).toBe(0);
    expect(bucket.take(1, 200)).toBe(1);
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

  it('never lets through more than burst plus time times rate, whatever the rhythm', () => {
    const requests = fc.array(fc.record({ cost: fc.integer({ min: 1, max: 50 }), after: fc.nat(2_000) }));
    fc.assert(
      fc.property(requests, (list) => {
        const bucket = new TokenBucket(rate, 0);
        let now = 0;
        let passed = 0;
        for (const { cost, after } of list) {
          now += after;
          const wait = bucket.take(cost, now);
          if (wait === 0) passed += cost;
          else expect(bucket.take(cost, now + wait * 1000)).toBe(0);
          if (wait > 0) {
            now += wait * 1000;
            passed += cost;
          }
        }
        expect(passed).toBeLessThanOrEqual(rate.burst + (now / 1000) * rate.perSecond + 1e-6);
      }),
    );
  });

  it('can be turned off by a burst without end', () => {
    const bucket = new TokenBucket({ perSecond: 5, burst: Number.POSITIVE_INFINITY }, 0);
    for (let taken = 0; taken < 10_000; taken += 1) expect(bucket.take(20, taken)).toBe(0);
  });
});

describe('the rates of members', () => {
  it('are shared by all sockets of a member and by nobody else', () => {
    const rates = new MemberRates({ perSecond: 1, burst: 2 });
    expect([rates.take(7, 1, 0), rates.take(7, 1, 0), rates.take(7, 1, 0)]).toEqual([0, 0, 1]);
    expect(rates.take(8, 1, 0)).toBe(0);
  });

  it('are not reset by coming back', () => {
    const rates = new MemberRates({ perSecond: 1, burst: 2 });
    rates.take(7, 2, 0);
    rates.sweep(1_000);
    expect(rates.take(7, 2, 1_000)).toBe(1);
    rates.sweep(2_000);
    expect(rates.take(7, 2, 2_000)).toBe(0);
  });
});
