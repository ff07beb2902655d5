import fc from 'fast-check';
import { expect, it } from 'vitest';
import { courierLimits, pauseMs } from './courier.ts';

it('a pause is as long as the push service asks, and no longer than the courier may pause', () =>
  fc.assert(
    fc.property(fc.nat(3), fc.nat(300), (attempt, retryAfter) => {
      const pause = pauseMs(attempt, retryAfter, courierLimits);
      expect(pause).toBeGreaterThanOrEqual(Math.min(retryAfter * 1_000, courierLimits.pauseMostMs));
      expect(pause).toBeLessThanOrEqual(courierLimits.pauseMostMs);
    }),
  ));
