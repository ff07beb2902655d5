/** Rows beyond the view that are kept, so that the next one is there when the keyboard goes to it. */
const overscan = 8;
/** The range moves by so many rows at once, not with every pixel. */
const grain = 4;

/** Rows of a list, from the first to before the last, counted from 0. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** Which rows of equal height are in view, and some more. All in pixels, from the upper edge of the list. */
export function rowsInView(scrollTop: number, viewHeight: number, rowHeight: number): RowRange {
  const first = Math.floor(scrollTop / rowHeight) - overscan;
  const end = Math.ceil((scrollTop + viewHeight) / rowHeight) + overscan;
  return {
    first: Math.max(0, Math.floor(first / grain) * grain),
    end: Math.max(0, Math.ceil(end / grain) * grain),
  };
}

/** The indexes of a range that a list of so many rows has, in order, and one more that is kept wherever it is. */
export function rowsToShow({ first, end }: RowRange, count: number, kept: number): number[] {
  const last = Math.min(end, count);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  if (kept < 0 || kept >= count || (kept >= first && kept < last)) return rows;
  return kept < first ? [kept, ...rows] : [...rows, kept];
}
