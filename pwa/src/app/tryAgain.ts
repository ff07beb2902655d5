import { backoffMs } from '@pmcw/resilience';
import { onBack } from '../base/api/reach.ts';

const retryMs = { firstMs: 2_000, mostMs: 5 * 60 * 1000 };

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
  const timer = setTimeout(now, backoffMs(failures + 1, retryMs));
  const stop = onBack(now);
  const whenSeen = () => document.visibilityState === 'visible' && now();
  document.addEventListener('visibilitychange', whenSeen, { signal: isOver });
  isOver.addEventListener('abort', () => {
    clearTimeout(timer);
    stop();
  });
}
