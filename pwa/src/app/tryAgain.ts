import { onBack } from '../base/api/reach.ts';

/** Delay of the first retry, and the longest; doubled by each failure. */
const [firstMs, longestMs] = [2_000, 5 * 60 * 1000];

/**
 * Calls back once: after a delay, or as soon as the network, the server or the reader is back.
 * @param signal cancels it
 */
export function tryAgain(failures: number, signal: AbortSignal, callback: () => void): void {
  const waiting = new AbortController();
  const isOver = AbortSignal.any([signal, waiting.signal]);
  if (isOver.aborted) return;
  const now = () => {
    waiting.abort();
    callback();
  };
  // Between half and all of it, so that devices don't retry at the same time.
  const delayMs = Math.min(longestMs, firstMs * 2 ** failures) * (0.5 + Math.random() / 2);
  const timer = setTimeout(now, delayMs);
  const stop = onBack(now);
  const whenSeen = () => document.visibilityState === 'visible' && now();
  document.addEventListener('visibilitychange', whenSeen, { signal: isOver });
  isOver.addEventListener('abort', () => {
    clearTimeout(timer);
    stop();
  });
}
