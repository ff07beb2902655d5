const pagesShown = 5;

/**
 * Up to five page numbers, with the current one in the middle if possible.
 * @param current from 1; beyond `total` counts as the last page
 */
export function pageWindow(current: number, total: number): readonly number[] {
  const shown = Math.min(pagesShown, total);
  const middle = Math.min(Math.max(current, 1), total) - Math.floor(shown / 2);
  const first = Math.max(1, Math.min(middle, total - shown + 1));
  return Array.from({ length: shown }, (_, i) => first + i);
}
