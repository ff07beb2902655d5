import { useLayoutEffect } from 'react';

let question: string | null = null;
/** The router's index of the current history entry. */
let current: number | null = null;

const indexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null;

/**
 * Asks before going back or forward (`useLeaveWarning`). Call it before the router exists: listeners run in order, and
 * the router must not see a rejected navigation.
 */
export function guardHistory(): void {
  let isReturning = false;
  window.addEventListener('popstate', (event) => {
    const next = indexOf(event.state);
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
    } else if (question !== null && current !== null && next !== null && !window.confirm(question)) {
      event.stopImmediatePropagation();
      isReturning = true;
      window.history.go(current - next);
    }
  });
}

/** Whether a click follows a link to another screen or view of the app in this tab. */
function leavesScreen(event: MouseEvent): boolean {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || (link.target !== '' && link.target !== '_self')) return false;
  const { origin, pathname, search } = window.location;
  return link.origin === origin && (link.pathname !== pathname || link.search !== search);
}

/** Asks before a navigation other than a link's (`useLeaveWarning`), which then does not ask again. */
export function mayLeave(): boolean {
  if (question !== null && !window.confirm(question)) return false;
  question = null;
  return true;
}

/**
 * Asks before typed input is lost: on links, on going back, and on closing or reloading the page (in the browser's
 * words).
 * @param asked the question; null while nothing can be lost
 */
export function useLeaveWarning(asked: string | null): void {
  // Before the next key: an ordinary effect would wait for the paint.
  useLayoutEffect(() => {
    if (asked === null) return;
    question = asked;
    current = indexOf(window.history.state);
    const listening = new AbortController();
    const { signal } = listening;
    const onClick = (event: MouseEvent) => {
      if (!leavesScreen(event) || window.confirm(asked)) return;
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
