import { useSyncExternalStore } from 'react';

const lookEveryMs = 30_000;

/**
 * Differs between time zones, in the offsets of winter and summer: asking the browser for its name would cost
 * milliseconds in each list.
 */
export function currentTimeZone(): string {
  const year = new Date().getFullYear();
  return `${new Date(year, 0, 1).getTimezoneOffset()} ${new Date(year, 6, 1).getTimezoneOffset()}`;
}

let shown = currentTimeZone();
const listeners = new Set<() => void>();
let stop = (): void => undefined;

/** Browsers report no change of the time zone. */
export function lookAtTimeZone(): void {
  const now = currentTimeZone();
  if (now === shown) return;
  shown = now;
  for (const listener of listeners) listener();
}

function follow(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const timer = setInterval(lookAtTimeZone, lookEveryMs);
  document.addEventListener('visibilitychange', lookAtTimeZone, { signal });
  window.addEventListener('focus', lookAtTimeZone, { signal });
  return () => {
    clearInterval(timer);
    listening.abort();
  };
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stop = follow();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

/** Renders again when the time zone of the device changes. Every render returns the current one. */
export const useTimeZone = (): string => useSyncExternalStore(subscribe, currentTimeZone, currentTimeZone);
