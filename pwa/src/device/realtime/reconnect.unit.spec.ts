import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextReconnect } from './reconnect.ts';

describe('the reconnect schedule (spec §9)', () => {
  it('is 2 s x 1.5^attempt, capped at 60 s, ten times, then 2 minutes with the counter reset', () => {
    const delays: number[] = [];
    let failed = 0;
    for (let i = 0; i < 12; i += 1) {
      const next = nextReconnect(failed, 0);
      delays.push(Math.round(next.delayMs));
      expect(next.isExhausted).toBe(i === 10);
      failed = next.failed;
    }
    expect(delays).toEqual([
      2000, 3000, 4500, 6750, 10_125, 15_188, 22_781, 34_172, 51_258, 60_000, 120_000, 2000,
    ]);
  });

  it('adds up to a fifth of jitter, never beyond the cap', () => {
    fc.assert(
      fc.property(
        fc.nat(9),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failed, random) => {
          const exact = 2000 * 1.5 ** failed;
          const { delayMs } = nextReconnect(failed, random);
          expect(delayMs).toBeGreaterThanOrEqual(Math.min(60_000, exact));
          expect(delayMs).toBeLessThanOrEqual(Math.min(60_000, exact * 1.2));
        },
      ),
    );
  });
});
