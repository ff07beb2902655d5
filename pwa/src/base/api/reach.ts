import { spread } from '@pmcw/resilience';
import { createStore } from '../storage/store.ts';
import { isOfServer } from './ofServer.ts';

/** Whether the last request got no answer of the product; `navigator.onLine` only knows about a network. */
export const isServerAway = createStore(false);

const firstLookMs = 1_000;
const patientLookMs = 30_000;
/** Delay of the first check, in milliseconds, and when the server was last back. */
let checkMs = firstLookMs;
let backAt = Number.NEGATIVE_INFINITY;
/** Aborted once the server is back, because it may be away again before the next check. */
let checks = new AbortController();
/** Public, and cheap for the server. */
const path = '/api/settings';

/** Notes a request's result. Once the server is unreachable, checks it until it is back. */
export function noteReach(isReached: boolean): void {
  if (isReached === !isServerAway.get()) return;
  const now = performance.now();
  if (isReached) backAt = now;
  // If only some requests fail, each check comes later than the one before.
  else checkMs = now - backAt < patientLookMs ? Math.min(checkMs * 2, patientLookMs) : firstLookMs;
  isServerAway.set(!isReached);
  checks.abort();
  checks = new AbortController();
  if (!isReached) checkAfter(checkMs, checks.signal);
}

/** Returns a function that stops it. */
export function onServerBack(callback: () => void): () => void {
  const stop = isServerAway.subscribe(() => {
    if (!isServerAway.get()) callback();
  });
  window.addEventListener('online', callback);
  return () => {
    stop();
    window.removeEventListener('online', callback);
  };
}

/** Earlier by chance, because all clients lose a server at the same moment. */
function checkAfter(ms: number, stopped: AbortSignal): void {
  setTimeout(async () => {
    if (stopped.aborted) return;
    const signal = AbortSignal.timeout(patientLookMs);
    const answer = await fetch(path, { method: 'HEAD', signal }).catch(() => null);
    if (stopped.aborted) return;
    if (answer !== null && isOfServer(answer)) noteReach(true);
    else checkAfter(Math.min(ms * 2, patientLookMs), stopped);
  }, spread(ms));
}
