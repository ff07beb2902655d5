/** So that the next row exists when focus moves there. */
const overscan = 8;
const grain = 4;

/** From `first` up to, not including, `end`; from 0. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** In pixels from the upper edge of the list. */
export function rowsInView(scrollTop: number, viewHeight: number, rowHeight: number): RowRange {
  const first = Math.floor(scrollTop / rowHeight) - overscan;
  const end = Math.ceil((scrollTop + viewHeight) / rowHeight) + overscan;
  return {
    first: Math.max(0, Math.floor(first / grain) * grain),
    end: Math.max(0, Math.ceil(end / grain) * grain),
  };
}

/** Includes `kept` wherever it is. */
export function rowsToShow({ first, end }: RowRange, count: number, kept: number): number[] {
  const last = Math.min(end, count);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  if (kept < 0 || kept >= count || (kept >= first && kept < last)) return rows;
  return kept < first ? [kept, ...rows] : [...rows, kept];
}
