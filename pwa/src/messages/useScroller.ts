import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to the newest message, in pixels, counts as being there. */
const nearPx = 40;

/** Where the reader is in a thread. */
export interface Scroller {
  readonly element: RefObject<HTMLDivElement | null>;
  /** Goes before the oldest message: when it nears the view, `onNearTop` is called. */
  readonly top: RefObject<HTMLDivElement | null>;
  readonly isAtNewest: boolean;
  readonly toNewest: () => void;
}

/**
 * Keeps the reader's place: what comes in above or below moves nothing, except that somebody at the newest message
 * stays there. The scroller's origin is at its lower end (messages.css), so `scrollTop` is 0 there and falls upwards.
 * @param newestId changes when a message comes in below
 * @param oldestId changes when messages come in above
 */
export function useScroller(
  newestId: string | undefined,
  oldestId: string | undefined,
  onNearTop: () => void,
): Scroller {
  const element = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const [isAtNewest, setAtNewest] = useState(true);
  const newest = useRef({ id: newestId, fromEnd: 0 });

  useEffect(() => {
    const scroller = element.current;
    if (scroller === null) return;
    // What scrolls must be reachable by keyboard; not every browser sees to it.
    scroller.tabIndex = 0;
    const onScroll = () => setAtNewest(scroller.scrollTop > -nearPx);
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, []);

  useLayoutEffect(() => {
    const scroller = element.current;
    if (scroller === null) return;
    const before = newest.current;
    const grown = before.id === newestId ? 0 : fromEnd(scroller, before.id) - before.fromEnd;
    if (before.fromEnd > 0 && grown > 0 && scroller.scrollTop < -nearPx) scroller.scrollTop -= grown;
    newest.current = { id: newestId, fromEnd: fromEnd(scroller, newestId) };
  });

  useEffect(() => {
    if (top.current === null || oldestId === undefined) return;
    const watching = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && onNearTop(), {
      root: element.current,
      rootMargin: '800px 0px 0px',
    });
    watching.observe(top.current);
    return () => watching.disconnect();
  }, [oldestId, onNearTop]);

  const toNewest = useCallback(() => {
    element.current?.scrollTo({ top: 0 });
    setAtNewest(true);
  }, []);
  return { element, top, isAtNewest, toNewest };
}

/** Pixels from a message's upper edge to the end of the thread; 0 when it is not there. */
function fromEnd(scroller: HTMLElement, id: string | undefined): number {
  const message = scroller.querySelector(`[data-message="${id}"]`);
  const end = scroller.firstElementChild?.getBoundingClientRect().bottom ?? 0;
  return message === null ? 0 : end - message.getBoundingClientRect().top;
}
