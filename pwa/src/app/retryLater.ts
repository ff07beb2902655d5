import { backoffMs } from '@pmcw/resilience';
import { firstAbort } from '../base/api/firstAbort.ts';
import { onServerBack } from '../base/api/reach.ts';

const retryMs = { firstMs: 2_000, mostMs: 5 * 60 * 1000 };

/**
 * Calls back once: after a delay, or as soon as the network, the server or the reader is back.
 * @param signal cancels it
 */
export function retryLater(failures: number, signal: AbortSignal, callback: () => void): void {
  const waiting = new AbortController();
  const isOver = firstAbort(signal, waiting.signal);
  if (isOver.aborted) return;
  const retry = () => {
    waiting.abort();
    callback();
  };
  const timer = setTimeout(retry, backoffMs(failures + 1, retryMs));
  const stop = onServerBack(retry);
  const whenSeen = () => document.visibilityState === 'visible' && retry();
  document.addEventListener('visibilitychange', whenSeen, { signal: isOver });
  isOver.addEventListener('abort', () => {
    clearTimeout(timer);
    stop();
  });
}
