import { useDeferredValue, useSyncExternalStore } from 'react';

/**
 * Defers what no screen needs at first (robots, the bell, update checks) until "later": the first screen has its data
 * and the browser is idle.
 */
let isLater = false;
const listeners = new Set<() => void>();
let placeholders = 0;

const idleWithinMs = 1000;
const checkAgainMs = 50;

/** Or soon, without that API. */
export function whenIdle(callback: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(callback, { timeout: idleWithinMs });
  else setTimeout(callback, checkAgainMs);
}

/** Delays "later" while a placeholder is shown. Returns a function that ends that. */
export function notePlaceholder(): () => void {
  placeholders += 1;
  return () => {
    placeholders -= 1;
  };
}

/**
 * Starts "later" at the first idle moment of a complete screen.
 * @param isReady whether it has its data
 * @param patienceMs the longest wait for that
 * @returns a function that stops waiting
 */
export function startLaterWhen(isReady: () => boolean, patienceMs: number): () => void {
  const deadline = performance.now() + patienceMs;
  let isStopped = false;
  const check = () => {
    if (isStopped || isLater) return;
    if ((placeholders === 0 && isReady()) || performance.now() > deadline) startLater();
    else setTimeout(() => whenIdle(check), checkAgainMs);
  };
  whenIdle(check);
  return () => {
    isStopped = true;
  };
}

function startLater(): void {
  isLater = true;
  // For measurements on the browser's timeline.
  performance.mark('later');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when it is later; immediately if it already is. */
export function runLater(callback: () => void): void {
  if (isLater) callback();
  else listeners.add(callback);
}

const now = (): boolean => isLater;

/** Renders everything deferred together, in slices, so that the browser can react to taps in between. */
export function useIsLater(): boolean {
  return useDeferredValue(useSyncExternalStore(subscribe, now, now));
}
