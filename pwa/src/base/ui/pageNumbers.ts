export type PageMark = number | 'gap-before' | 'gap-after';

/**
 * First, last, and the current page plus or minus one, with ellipses between (spec §2). A gap of one page is that page.
 * @param current from 1; beyond `total` counts as the last page
 */
export function pageNumbers(current: number, total: number): readonly PageMark[] {
  const at = Math.min(Math.max(current, 1), total);
  const from = at - 1 <= 3 ? 1 : at - 1;
  const to = at + 1 >= total - 2 ? total : at + 1;
  const middle = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return [
    ...(from > 1 ? ([1, 'gap-before'] as const) : []),
    ...middle,
    ...(to < total ? (['gap-after', total] as const) : []),
  ];
}
