import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { nearPx, type ShownMessages, usePlace } from './usePlace.ts';

/** More is read at this distance from an end. */
const ahead = '1600px';
/** Also loads for readers far beyond the loaded messages. */
const anywhere = '10000000px';

interface ScrollerOptions {
  readonly messages: ShownMessages;
  /** The device has messages above. */
  readonly hasOlderHere: boolean;
  readonly hasNewer: boolean;
  readonly onNearTop: () => void;
  readonly onNearEnd: () => void;
  /** The reader is beyond the loaded messages, at the end. */
  readonly onEnd: () => void;
}

interface Scroller {
  readonly element: RefObject<HTMLDivElement | null>;
  /** As high as the thread; contains the list at the reader's place. */
  readonly track: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLOListElement | null>;
  readonly top: RefObject<HTMLDivElement | null>;
  readonly end: RefObject<HTMLLIElement | null>;
  readonly isAtNewest: boolean;
  readonly toNewest: () => void;
}

/**
 * Keeps the reader's place when messages enter or leave the page. The scroll origin is at the lower end (messages.css):
 * `scrollTop` is 0 there and negative above.
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
    // Not every browser makes scrollers focusable.
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
    // The newest messages are loaded first.
    if (hasNewer) return follow();
    element.current?.scrollTo({ top: 0 });
    setNearEnd(true);
  }, [hasNewer, follow]);
  return { element, track, list, top, end, isAtNewest: isNearEnd && !hasNewer, toNewest };
}

/** Calls `onNear` near the view, and again when `id` changes there. */
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
