import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { grownBelow, heightAfter, type Places, placesIn } from './places.ts';

/** Counts as being at the newest message. */
export const nearPx = 40;
/** Room above for older messages of the device. */
const roomPx = 40_000;
/**
 * Shorter pauses are not enough: if the scroll origin moves while a wheel turns, Chromium takes the old offset for one
 * from the new origin and jumps far away.
 */
const restMs = 1000;

export type ShownMessages = readonly { readonly id: string }[];

interface PlaceOptions {
  readonly element: RefObject<HTMLElement | null>;
  /** Newest last; a new array with each change. */
  readonly messages: ShownMessages;
  readonly hasOlderHere: boolean;
  readonly hasNewer: boolean;
}

interface Place {
  readonly track: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLOListElement | null>;
  /** Scrolls to the newest message once it is in the list. */
  readonly follow: () => void;
  /** Whether the reader is at the end of the thread but the list is not. */
  readonly isPastEnd: () => boolean;
}

/**
 * Keeps the reader's place when the list changes. Messages that leave below leave a gap of their height, and the track
 * stays as high while the reader moves, so that nothing scrolls by script, which would end a wheel or touch movement.
 */
export function usePlace({ element, messages, hasOlderHere, hasNewer }: PlaceOptions): Place {
  const track = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const places = useRef<Places>(new Map());
  const gap = useRef(0);
  /** Heights of the gap, by the list's last message. */
  const gaps = useRef(new Map<string, number>());
  const hadNewer = useRef(false);
  const follows = useRef(false);
  const fitTrack = useTrackHeight(element, track, list, gap, hasOlderHere ? roomPx : 0);

  useLayoutEffect(() => {
    const [scroller, rows, newestId] = [element.current, list.current, messages.at(-1)?.id];
    if (scroller === null || rows === null || newestId === undefined) return;
    const gapBefore = gap.current;
    const setGap = (height: number) => {
      if (gap.current !== height) rows.style.bottom = `${height}px`;
      gap.current = height;
    };
    // Estimated: measuring makes the browser scroll back a reader beyond an end.
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
    fitTrack();
    const moved = grown + gap.current - gapBefore;
    if (follows.current && !hasNewer) {
      follows.current = false;
      scroller.scrollTop = 0;
    } else if (Math.abs(moved) > 0.5 && !isAtNewest) scroller.scrollTop = scrollTop - moved;
  }, [element, messages, hasNewer, fitTrack]);

  useEffect(() => {
    const rows = list.current;
    if (rows === null) return;
    // Later changes are compared with the new layout.
    let { clientWidth } = rows;
    const watching = new ResizeObserver(() => {
      places.current = placesIn(rows);
      if (rows.clientWidth !== clientWidth) gaps.current.clear();
      ({ clientWidth } = rows);
      fitTrack();
    });
    watching.observe(rows);
    return () => watching.disconnect();
  }, [fitTrack]);
  useFocusOfRemoved(element, messages);
  const follow = useCallback(() => {
    follows.current = true;
  }, []);
  const isPastEnd = useCallback(
    () => gap.current > 0 && (element.current?.scrollTop ?? 0) > -nearPx,
    [element],
  );
  return { track, list, follow, isPastEnd };
}

/** Returns a function that makes the track as high as its content plus `room`, once the reader rests. */
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
  const fitTrack = useCallback(() => {
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
        fitTrack();
      }, restMs);
    };
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal } as const;
    // At the end of the thread a wheel turns without scrolling.
    for (const type of ['scroll', 'wheel', 'touchmove'])
      element.current?.addEventListener(type, onMove, options);
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [element, fitTrack]);
  return fitTrack;
}

function useFocusOfRemoved(element: RefObject<HTMLElement | null>, messages: ShownMessages): void {
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
