import { createStore } from '../storage/store.ts';

/** Whether the last request of this page was answered by the product; the browser's own word is only that there is a network. */
export const isServerAway = createStore(false);

const firstLookMs = 1_000;
const patientLookMs = 30_000;
/** Wait before the first look since the server was last unavailable, in milliseconds, and when it was back from that. */
let lookMs = firstLookMs;
let backAt = Number.NEGATIVE_INFINITY;
/** What anybody may ask, and costs the server nothing. */
const path = '/api/settings';

/** Notes how a request ended. Once the server is away, it is looked for until it is back. */
export function noteReach(isReached: boolean): void {
  if (isReached === !isServerAway.get()) return;
  const now = performance.now();
  if (isReached) backAt = now;
  // Some requests may fail and others not: then each look comes later than the one before.
  else lookMs = now - backAt < patientLookMs ? Math.min(lookMs * 2, patientLookMs) : firstLookMs;
  isServerAway.set(!isReached);
  if (!isReached) lookIn(lookMs);
}

/** Calls back whenever the network or the server is back. Returns a function that stops it. */
export function onBack(callback: () => void): () => void {
  const stop = isServerAway.subscribe(() => {
    if (!isServerAway.get()) callback();
  });
  window.addEventListener('online', callback);
  return () => {
    stop();
    window.removeEventListener('online', callback);
  };
}

function lookIn(ms: number): void {
  setTimeout(async () => {
    if (!isServerAway.get()) return;
    const signal = AbortSignal.timeout(patientLookMs);
    const answer = await fetch(path, { method: 'HEAD', signal }).catch(() => null);
    if (answer !== null && isOfServer(answer)) noteReach(true);
    else lookIn(Math.min(ms * 2, patientLookMs));
  }, ms);
}

/** Not of a proxy before a server that is away, nor the page of whoever gives out Wi-Fi. */
export function isOfServer({ ok, status, headers }: Response): boolean {
  const type = headers.get('content-type') ?? '';
  return ok ? !type.startsWith('text/html') : status < 502 || type.startsWith('application/problem+json');
}
