import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { nearPx, type Shown, usePlace } from './usePlace.ts';

/** So near to an end of what is in the page, more is read. */
const ahead = '1600px';
/** Where the reader has gone past what is in the page, however far, it is read as well. */
const anywhere = '10000000px';

/** What a scroller shows. */
export interface ScrollerOptions {
  readonly messages: Shown;
  /** The thread goes on above what is in the page, and the device has it. */
  readonly hasOlderHere: boolean;
  /** The thread goes on below what is in the page. */
  readonly hasNewer: boolean;
  /** The reader nears the upper or lower end of what is in the page. */
  readonly onNearTop: () => void;
  readonly onNearEnd: () => void;
  /** The reader has gone to the very end, past what is in the page. */
  readonly onEnd: () => void;
}

/** Where the reader is in a thread. */
export interface Scroller {
  readonly element: RefObject<HTMLDivElement | null>;
  /** As high as the thread; around the list, which stands in it where the reader is. */
  readonly track: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLOListElement | null>;
  /** Go before the oldest message and after the newest one. */
  readonly top: RefObject<HTMLDivElement | null>;
  readonly end: RefObject<HTMLLIElement | null>;
  readonly isAtNewest: boolean;
  readonly toNewest: () => void;
}

/**
 * Keeps the reader's place: what comes in above or below, or leaves the page there, moves nothing, except that
 * somebody at the newest message stays there. The scroller's origin is at its lower end (messages.css), so `scrollTop`
 * is 0 there and falls upwards.
 */
export function useScroller(options: ScrollerOptions): Scroller {
  const { messages, hasOlderHere, hasNewer, onNearTop, onNearEnd, onEnd } = options;
  const [oldestId, newestId] = [messages[0]?.id, messages.at(-1)?.id];
  const element = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLLIElement>(null);
  const { track, list, follow, isPastEnd } = usePlace({ element, messages, hasOlderHere, hasNewer });
  const [isNearEnd, setNearEnd] = useState(true);

  useEffect(() => {
    const scroller = element.current;
    if (scroller === null) return;
    // What scrolls must be reachable by keyboard; not every browser sees to it.
    scroller.tabIndex = 0;
    const onScroll = () => {
      setNearEnd(scroller.scrollTop > -nearPx);
      if (!isPastEnd()) return;
      follow();
      onEnd();
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => scroller.removeEventListener('scroll', onScroll);
  }, [follow, isPastEnd, onEnd]);

  useNearing(element, top, `${ahead} 0px ${anywhere}`, oldestId, onNearTop);
  useNearing(element, end, `${anywhere} 0px ${ahead}`, newestId, onNearEnd);

  const toNewest = useCallback(() => {
    // What is not in the page yet comes first; until then the reader sees what they saw.
    if (hasNewer) return follow();
    element.current?.scrollTo({ top: 0 });
    setNearEnd(true);
  }, [hasNewer, follow]);
  return { element, track, list, top, end, isAtNewest: isNearEnd && !hasNewer, toNewest };
}

/** Calls when something nears the view, and once more each time that `id` changes while it is near. */
function useNearing(
  scroller: RefObject<HTMLElement | null>,
  target: RefObject<HTMLElement | null>,
  rootMargin: string,
  id: string | undefined,
  onNear: () => void,
): void {
  useEffect(() => {
    if (target.current === null || id === undefined) return;
    const watching = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && onNear(), {
      root: scroller.current,
      rootMargin,
    });
    watching.observe(target.current);
    return () => watching.disconnect();
  }, [scroller, target, rootMargin, id, onNear]);
}
