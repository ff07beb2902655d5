import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { grownBelow, heightAfter, type Places, placesIn } from './places.ts';

/** So near to the newest message, in pixels, counts as being there. */
export const nearPx = 40;
/** Room that is kept above for older messages of the device, in pixels. */
const roomPx = 40_000;
/**
 * The reader has come to rest when so many milliseconds go by without a movement. Not fewer: where the origin of what
 * scrolls moves under a wheel that turns, Chromium takes its old place for one by the new origin, and is far away.
 */
const restMs = 1000;

/** Messages in a list. */
export type Shown = readonly { readonly id: string }[];

/** What `usePlace` goes by. */
export interface PlaceOptions {
  /** What scrolls. */
  readonly element: RefObject<HTMLElement | null>;
  /** What is in the list, the newest last; another array with each change. */
  readonly messages: Shown;
  readonly hasOlderHere: boolean;
  readonly hasNewer: boolean;
}

/** What stands where in a thread. */
export interface Place {
  /** Goes round the list. */
  readonly track: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLOListElement | null>;
  /** The newest message comes into view as soon as it is in the list. */
  readonly follow: () => void;
  /** Whether the reader is at the end of the thread while the list is not. */
  readonly isPastEnd: () => boolean;
}

/**
 * After every change of the list, keeps what the reader looks at where it was. What leaves the list below leaves a gap of
 * its height, and above there is room for what comes: the track stays as high as it is for as long as the reader moves.
 * So nothing needs to be scrolled, which would end a movement that a wheel or a finger has begun, and the origin, from
 * which the browser counts while it moves, is the same before and after.
 */
export function usePlace({ element, messages, hasOlderHere, hasNewer }: PlaceOptions): Place {
  const track = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const places = useRef<Places>(new Map());
  const gap = useRef(0);
  /** How high the gap was when a message was the last in the list. */
  const gaps = useRef(new Map<string, number>());
  const hadNewer = useRef(false);
  const follows = useRef(false);
  const settle = useTrackHeight(element, track, list, gap, hasOlderHere ? roomPx : 0);

  useLayoutEffect(() => {
    const [scroller, rows, newestId] = [element.current, list.current, messages.at(-1)?.id];
    if (scroller === null || rows === null || newestId === undefined) return;
    const gapBefore = gap.current;
    const setGap = (height: number) => {
      if (gap.current !== height) rows.style.bottom = `${height}px`;
      gap.current = height;
    };
    // As far as can be told without measuring, which makes the browser pull back whoever stands beyond an end.
    const gapLeft = gaps.current.get(newestId) ?? gapBefore + heightAfter(places.current, newestId);
    setGap(hasNewer ? gapLeft : 0);
    const { scrollTop, clientHeight } = scroller;
    const isAtNewest = !hadNewer.current && scrollTop > -nearPx;
    hadNewer.current = hasNewer;
    const now = placesIn(rows);
    const grown = grownBelow(places.current, now, clientHeight - scrollTop - gapBefore);
    places.current = now;
    if (hasNewer) setGap(Math.max(0, gapBefore - grown));
    gaps.current.set(newestId, gap.current);
    settle();
    const moved = grown + gap.current - gapBefore;
    if (follows.current && !hasNewer) {
      follows.current = false;
      scroller.scrollTop = 0;
    } else if (Math.abs(moved) > 0.5 && !isAtNewest) scroller.scrollTop = scrollTop - moved;
  }, [element, messages, hasNewer, settle]);

  useEffect(() => {
    const rows = list.current;
    if (rows === null) return;
    // Another width, another font: what comes next is compared with how it is now.
    let { clientWidth } = rows;
    const watching = new ResizeObserver(() => {
      places.current = placesIn(rows);
      if (rows.clientWidth !== clientWidth) gaps.current.clear();
      ({ clientWidth } = rows);
      settle();
    });
    watching.observe(rows);
    return () => watching.disconnect();
  }, [settle]);
  useFocusOfWhatLeaves(element, messages);
  const follow = useCallback(() => {
    follows.current = true;
  }, []);
  const isPastEnd = useCallback(
    () => gap.current > 0 && (element.current?.scrollTop ?? 0) > -nearPx,
    [element],
  );
  return { track, list, follow, isPastEnd };
}

/** Keeps the track as high as what is in it and some room above. Returns what does so, once the reader rests. */
function useTrackHeight(
  element: RefObject<HTMLElement | null>,
  track: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  gap: RefObject<number>,
  room: number,
): () => void {
  const isMoving = useRef(false);
  const trackPx = useRef(0);
  const roomNow = useRef(room);
  roomNow.current = room;
  const settle = useCallback(() => {
    if (isMoving.current || track.current === null || list.current === null) return;
    const needed = list.current.getBoundingClientRect().height + gap.current;
    const left = trackPx.current - needed;
    const isEnough = roomNow.current > 0 && left > roomNow.current / 2 && left < roomNow.current * 2;
    if (isEnough) return;
    trackPx.current = needed + roomNow.current;
    track.current.style.height = `${trackPx.current}px`;
  }, [track, list, gap]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMove = () => {
      isMoving.current = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        isMoving.current = false;
        settle();
      }, restMs);
    };
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal } as const;
    // A wheel turns on at the end of the thread, where nothing scrolls.
    for (const type of ['scroll', 'wheel', 'touchmove'])
      element.current?.addEventListener(type, onMove, options);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [element, settle]);
  return settle;
}

/** The keyboard goes to the scroller when the message that had it leaves the page. */
function useFocusOfWhatLeaves(element: RefObject<HTMLElement | null>, messages: Shown): void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const note = () => {
      const { activeElement } = document;
      focused.current = element.current?.contains(activeElement) === true ? activeElement : null;
    };
    const listening = new AbortController();
    document.addEventListener('focusin', note, { signal: listening.signal });
    return () => listening.abort();
  }, [element]);
  useLayoutEffect(() => {
    if (messages.length === 0 || focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [element, messages]);
}
