import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsInView, rowsToShow } from './rowsInView.ts';

const pixels = fc.integer({ min: 0, max: 2000 });
const anyView = fc.record({
  top: fc.integer({ min: 0, max: 100_000 }),
  height: pixels,
  row: fc.integer({ min: 20, max: 100 }),
});

describe('the rows in view', () => {
  it('are complete, with a few more on either side', () => {
    fc.assert(
      fc.property(anyView, ({ top, height, row }) => {
        const { first, end } = rowsInView(top, height, row);
        expect(first).toBeLessThanOrEqual(Math.max(0, Math.floor(top / row) - 8));
        expect(end).toBeGreaterThanOrEqual(Math.ceil((top + height) / row) + 8);
        expect(end - first).toBeLessThanOrEqual(Math.ceil(height / row) + 1 + 2 * (8 + 3));
      }),
    );
  });

  it('stay the same while a row or two scroll by', () => {
    expect(rowsInView(1000, 600, 66)).toEqual(rowsInView(1010, 600, 66));
  });

  it('end with the list', () => {
    expect(rowsToShow({ first: 4, end: 12 }, 7, -1)).toEqual([4, 5, 6]);
    expect(rowsToShow({ first: 40, end: 52 }, 7, -1)).toEqual([]);
  });

  it('include the kept one wherever it is, once and in order', () => {
    expect(rowsToShow({ first: 4, end: 7 }, 100, 1)).toEqual([1, 4, 5, 6]);
    expect(rowsToShow({ first: 4, end: 7 }, 100, 50)).toEqual([4, 5, 6, 50]);
    expect(rowsToShow({ first: 4, end: 7 }, 100, 5)).toEqual([4, 5, 6]);
    expect(rowsToShow({ first: 0, end: 7 }, 3, 5)).toEqual([0, 1, 2]);
  });
});
