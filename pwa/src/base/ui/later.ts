import { useDeferredValue, useSyncExternalStore } from 'react';

/**
 * What no screen needs to be read and used (robots, the bell, the look for a new version) waits for "later": the first
 * screen is there with its data, and the browser has nothing better to do. Once it is later, it stays so.
 */
let isLater = false;
const listeners = new Set<() => void>();
/** How many things are shown in whose place something else will come. */
let standIns = 0;

/** The longest that the browser's idle moment is waited for, in milliseconds. */
const idleWithinMs = 1000;
/** Milliseconds until a screen that was not ready is looked at again. */
const lookAgainMs = 50;

/** Calls back in an idle moment of the browser, or soon where it does not tell of any. */
export function whenIdle(callback: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(callback, { timeout: idleWithinMs });
  else setTimeout(callback, lookAgainMs);
}

/** Keeps it from being later while something is shown in the place of what is to come. Returns a function that lets go. */
export function standIn(): () => void {
  standIns += 1;
  return () => {
    standIns -= 1;
  };
}

/**
 * Makes it later in the first idle moment in which the screen is whole.
 * @param isReady whether it has its answers
 * @param patienceMs how long that is waited for: an answer that does not come must not keep back the rest
 * @returns a function that stops waiting
 */
export function laterWhen(isReady: () => boolean, patienceMs: number): () => void {
  const deadline = Date.now() + patienceMs;
  let isStopped = false;
  const look = () => {
    if (isStopped || isLater) return;
    if ((standIns === 0 && isReady()) || Date.now() > deadline) itIsLater();
    else setTimeout(() => whenIdle(look), lookAgainMs);
  };
  whenIdle(look);
  return () => {
    isStopped = true;
  };
}

function itIsLater(): void {
  isLater = true;
  // On the browser's timeline, for who measures what comes before and after.
  performance.mark('later');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when it is later; immediately if it already is. */
export function onceLater(callback: () => void): void {
  if (isLater) callback();
  else listeners.add(callback);
}

const now = (): boolean => isLater;

/** Whether it is later. All that waits for it is drawn together, in slices between which the browser answers to taps. */
export function useIsLater(): boolean {
  return useDeferredValue(useSyncExternalStore(subscribe, now, now));
}
