import { useLayoutEffect } from 'react';

/** What to ask before the screen is left; null while nothing can be lost. */
let question: string | null = null;
/** Where the router counts the entry of the history that is shown. */
let here: number | null = null;

const indexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null;

/**
 * Asks before going back or forward, where a screen wants it (`useLeaveWarning`). To be called before the router is
 * there: the browser tells listeners in the order in which they came, and the router must not hear of a way that is
 * not taken.
 */
export function guardHistory(): void {
  let isReturning = false;
  window.addEventListener('popstate', (event) => {
    const there = indexOf(event.state);
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
    } else if (question !== null && here !== null && there !== null && !window.confirm(question)) {
      event.stopImmediatePropagation();
      isReturning = true;
      window.history.go(here - there);
    }
  });
}

/** Whether a click follows a link to another screen of the app, or another view of this one, here and now. */
function leadsAway(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || (link.target !== '' && link.target !== '_self')) return false;
  const { origin, pathname, search } = window.location;
  return link.origin === origin && (link.pathname !== pathname || link.search !== search);
}

/**
 * Asks, where a screen wants it (`useLeaveWarning`), before something other than a link leads away. Whoever agrees is not
 * asked once more by the way that they then go.
 */
export function mayLeave(): boolean {
  if (question !== null && !window.confirm(question)) return false;
  question = null;
  return true;
}

/**
 * Asks before something that was typed gets lost: when a link is followed, on going back, and when the page is closed
 * or reloaded (in the browser's own words).
 * @param asked what to ask; null while nothing can be lost
 */
export function useLeaveWarning(asked: string | null): void {
  // Before the next key: an ordinary effect waits for the screen to be painted.
  useLayoutEffect(() => {
    if (asked === null) return;
    question = asked;
    here = indexOf(window.history.state);
    const listening = new AbortController();
    const { signal } = listening;
    const onClick = (event: MouseEvent) => {
      if (!leadsAway(event) || window.confirm(asked)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener('click', onClick, { signal, capture: true });
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    return () => {
      question = null;
      listening.abort();
    };
  }, [asked]);
}
