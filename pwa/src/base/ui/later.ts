import { useDeferredValue, useSyncExternalStore } from 'react';

/**
 * Defers what no screen needs at first (robots, the bell, update checks) until "later": the first screen has its data
 * and the browser is idle.
 */
let isLater = false;
const listeners = new Set<() => void>();
let standIns = 0;

const idleWithinMs = 1000;
const lookAgainMs = 50;

/** Or soon, without that API. */
export function whenIdle(callback: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(callback, { timeout: idleWithinMs });
  else setTimeout(callback, lookAgainMs);
}

/** Delays "later" while a placeholder is shown. Returns a function that ends that. */
export function standIn(): () => void {
  standIns += 1;
  return () => {
    standIns -= 1;
  };
}

/**
 * Starts "later" at the first idle moment of a complete screen.
 * @param isReady whether it has its data
 * @param patienceMs the longest wait for that
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
  // For measurements on the browser's timeline.
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

/** Renders everything deferred together, in slices, so that the browser can react to taps in between. */
export function useIsLater(): boolean {
  return useDeferredValue(useSyncExternalStore(subscribe, now, now));
}
