import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageWindow } from './pageWindow.ts';

describe('pageWindow', () => {
  it.each([
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [1, 11, [1, 2, 3, 4, 5]],
    [3, 11, [1, 2, 3, 4, 5]],
    [6, 11, [4, 5, 6, 7, 8]],
    [10, 11, [7, 8, 9, 10, 11]],
    [11, 11, [7, 8, 9, 10, 11]],
    [99, 11, [7, 8, 9, 10, 11]],
    [1, 0, []],
  ])('of page %i of %i is %o', (current, total, pages) => {
    expect(pageWindow(current, total)).toEqual(pages);
  });

  it('has at most five consecutive pages, including the current one', () => {
    const place = fc
      .integer({ min: 1, max: 5000 })
      .chain((total) => fc.tuple(fc.integer({ min: 1, max: total }), fc.constant(total)));
    fc.assert(
      fc.property(place, ([current, total]) => {
        const pages = pageWindow(current, total);
        expect(pages).toHaveLength(Math.min(5, total));
        expect(pages).toContain(current);
        expect(pages.every((page, i) => page === (pages[0] ?? 0) + i && page >= 1 && page <= total)).toBe(
          true,
        );
      }),
    );
  });
});
