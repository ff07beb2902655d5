import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type RowRange, rowsInView, rowsToShow } from './rowsInView.ts';

const firstRange: RowRange = { first: 0, end: 20 };

interface VirtualListProps<Item> {
  /** The first items of the list, perhaps not all. */
  readonly items: readonly Item[];
  /** Of the whole list, if it is longer than `items`. */
  readonly total?: number;
  /** So many items from the start are needed, and not among `items`. */
  readonly onNeeded?: (count: number) => void;
  readonly keyOf: (item: Item) => string | number;
  /** In rem, so that it grows with the text size. */
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Key of an item that is always rendered, as is the last focused one. */
  readonly keep?: string | number | null;
  readonly children: (item: Item) => ReactNode;
}

/**
 * Renders only rows near the view. Rows have equal height; their first control is focusable, and arrows, Home and End
 * move between rows.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, total = items.length, onNeeded, keyOf, rowHeight, scroller, keep = null, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const range = useRange(list, scroller, rowHeight);
  const [kept, setKept] = useState(keep);
  const [lastKeep, setLastKeep] = useState(keep);
  if (keep !== lastKeep) {
    setLastKeep(keep);
    if (keep !== null) setKept(keep);
  }
  const keptIndex = kept === null ? -1 : items.findIndex((item) => keyOf(item) === kept);
  const needed = Math.min(range.end, total);
  useEffect(() => {
    if (needed > items.length) onNeeded?.(needed);
  }, [needed, items.length, onNeeded]);
  /** Index of the row that gets focus once it is here. */
  const [wanted, setWanted] = useState<number | null>(null);
  const wantedItem = wanted === null ? undefined : items[wanted];
  const wantedKey = wantedItem === undefined ? null : keyOf(wantedItem);
  if (wantedKey !== null && wantedKey !== kept) setKept(wantedKey);
  useLayoutEffect(() => {
    if (wantedKey === null) return;
    setWanted(null);
    controlOf(list.current?.querySelector(`[data-key="${wantedKey}"]`))?.focus();
  }, [wantedKey]);

  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>, index: number) => {
    // Keys pressed until a row is here count from that row.
    const from = wanted ?? index;
    const to = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: total - 1 }[event.key];
    if (to === undefined || to < 0 || to >= total) return;
    event.preventDefault();
    if (to >= items.length) onNeeded?.(to + 1);
    setWanted(to);
  };
  return (
    <ul ref={list} className="relative" style={{ height: `${total * rowHeight}rem` }}>
      {rowsToShow(range, items.length, keptIndex).map((index) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <li
            key={keyOf(item)}
            data-key={keyOf(item)}
            aria-setsize={total}
            aria-posinset={index + 1}
            onFocus={() => setKept(keyOf(item))}
            onKeyDown={(event) => onKeyDown(event, index)}
            className="absolute inset-x-0 top-0"
            style={{ height: `${rowHeight}rem`, transform: `translateY(${index * rowHeight}rem)` }}
          >
            {children(item)}
          </li>
        );
      })}
    </ul>
  );
}

const controlOf = (row: Element | null | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>('button, a') ?? null;

function useRange(
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
): RowRange {
  const [range, setRange] = useState(firstRange);
  useEffect(() => {
    const [rows, frame] = [list.current, scroller.current];
    if (rows === null || frame === null) return;
    const measure = () => {
      const rowPx = rowHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const above = frame.getBoundingClientRect().top - rows.getBoundingClientRect().top;
      const next = rowsInView(Math.max(0, above), frame.clientHeight, rowPx);
      setRange((now) => (now.first === next.first && now.end === next.end ? now : next));
    };
    const watching = new ResizeObserver(measure);
    watching.observe(frame);
    frame.addEventListener('scroll', measure, { passive: true });
    return () => {
      watching.disconnect();
      frame.removeEventListener('scroll', measure);
    };
  }, [list, scroller, rowHeight]);
  return range;
}
