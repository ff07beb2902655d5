import { useLayoutEffect } from 'react';

/** Of the forms on the screen; the last one is asked. */
const questions = new Set<{ readonly text: string }>();
const question = (): string | null => [...questions].at(-1)?.text ?? null;
/** The router's index of the history entry with unsaved input or an open dialog. */
let current: number | null = null;

const indexOf = (state: unknown): number | null =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : null;

/**
 * Asks before going back or forward (`useLeaveWarning`). Call it before the router exists: listeners run in order, and
 * the router must not see a rejected navigation.
 * @param closeDialog closes the topmost dialog instead of going back; returns false if none is open
 */
export function guardHistory(closeDialog: () => boolean): void {
  let isReturning = false;
  window.addEventListener('popstate', (event) => {
    const next = indexOf(event.state);
    if (isReturning) {
      isReturning = false;
      event.stopImmediatePropagation();
      return;
    }
    if (current === null || next === null) return;
    const asked = question();
    const isStaying = next < current && closeDialog();
    if (!isStaying && (asked === null || window.confirm(asked))) return;
    event.stopImmediatePropagation();
    isReturning = true;
    window.history.go(current - next);
  });
}

/** Call it when a dialog opens. */
export function noteHistoryEntry(): void {
  current = indexOf(window.history.state);
}

/**
 * Asks before a navigation to another screen or view if typed input would be lost.
 * @returns whether the member wants to stay
 */
export function staysHere(href: string): boolean {
  const asked = question();
  if (asked === null) return false;
  const { pathname, search } = new URL(href, window.location.href);
  const isHere = pathname === window.location.pathname && search === window.location.search;
  return !isHere && !window.confirm(asked);
}

/** Asks before work that ends with a navigation (`useLeaveWarning`), which then does not ask again. */
export function mayLeave(): boolean {
  const asked = question();
  if (asked !== null && !window.confirm(asked)) return false;
  leaveFreely();
  return true;
}

/** Leaves without asking: the person signed in, so that other forms of the screen no longer matter. */
export const leaveFreely = (): void => questions.clear();

/**
 * Asks before typed input is lost: on navigations (`GuardedNavigation`), on going back, and on closing or reloading the
 * page (in the browser's words).
 * @param asked the question; null while nothing can be lost
 */
export function useLeaveWarning(asked: string | null): void {
  // Before the next key: an ordinary effect would wait for the paint.
  useLayoutEffect(() => {
    if (asked === null) return;
    const own = { text: asked };
    questions.add(own);
    noteHistoryEntry();
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal });
    return () => {
      questions.delete(own);
      listening.abort();
    };
  }, [asked]);
}
