import { onBack } from '../base/api/reach.ts';

/** Milliseconds until the first new attempt, and at most; each failure doubles them. */
const [firstMs, longestMs] = [2_000, 5 * 60 * 1000];

/**
 * Calls back once: after a while, longer with each failure, or as soon as the network, the server or the reader is back.
 * @param signal calls it off
 */
export function tryAgain(failures: number, signal: AbortSignal, callback: () => void): void {
  const waiting = new AbortController();
  const isOver = AbortSignal.any([signal, waiting.signal]);
  if (isOver.aborted) return;
  const now = () => {
    waiting.abort();
    callback();
  };
  // Between half and the whole of it, so that not all devices come at once.
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
