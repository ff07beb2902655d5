import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageNumbers } from './pageNumbers.ts';

describe('pageNumbers', () => {
  it.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [2, 3, [1, 2, 3]],
    [1, 10, [1, 2, 'gap-after', 10]],
    [3, 10, [1, 2, 3, 4, 'gap-after', 10]],
    [4, 10, [1, 2, 3, 4, 5, 'gap-after', 10]],
    [5, 10, [1, 'gap-before', 4, 5, 6, 'gap-after', 10]],
    [7, 10, [1, 'gap-before', 6, 7, 8, 9, 10]],
    [10, 10, [1, 'gap-before', 9, 10]],
    [99, 10, [1, 'gap-before', 9, 10]],
    [1, 0, []],
  ] as const)('page %i of %i', (current, total, marks) => {
    expect(pageNumbers(current, total)).toEqual(marks);
  });

  it('ascends, has the ends and the neighbours, and each gap omits more than one page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, b) => {
        const [current, total] = [Math.min(a, b), Math.max(a, b)];
        const marks = pageNumbers(current, total);
        const pages = marks.filter((mark) => typeof mark === 'number');
        expect(pages).toEqual([...new Set(pages)].sort((x, y) => x - y));
        const wanted = [1, total, current, Math.max(1, current - 1), Math.min(total, current + 1)];
        expect(pages).toEqual(expect.arrayContaining(wanted));
        marks.forEach((mark, i) => {
          if (typeof mark === 'number') return;
          expect(Number(marks[i + 1]) - Number(marks[i - 1])).toBeGreaterThan(2);
        });
      }),
    );
  });
});
