import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

describe('backoff', () => {
  it('doubles up to its limit; half of it is random', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), (failures) => {
        const full = Math.min(2_000, 50 * 2 ** Math.min(failures - 1, 40));
        const wait = backoffMs(failures, { firstMs: 50, mostMs: 2_000 });
        expect(wait).toBeGreaterThanOrEqual(full / 2);
        expect(wait).toBeLessThanOrEqual(full);
      }),
    );
  });
});
