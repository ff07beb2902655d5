import { isOfServer } from '../base/api/ofServer.ts';
import { cacheOf } from './worker/routes.ts';

/**
 * Adds every part that a visit fetches to the worker's cache, to make it available offline. The next version of the
 * worker clears it. Returns a function that stops it.
 */
export function keepParts(): () => void {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return () => undefined;
  let work: Promise<unknown> = Promise.resolve();
  const observer = new PerformanceObserver((list) => {
    const parts = list.getEntries().flatMap(({ name }) => (isPart(name) ? [name] : []));
    for (const url of parts) work = work.then(() => cachePart(url)).catch(() => undefined);
  });
  observer.observe({ type: 'resource', buffered: true });
  return () => observer.disconnect();
}

const isPart = (url: string): boolean => {
  const { origin, pathname } = new URL(url);
  return origin === window.location.origin && pathname.startsWith('/assets/');
};

async function cachePart(url: string): Promise<void> {
  const { scope } = await navigator.serviceWorker.ready;
  const cache = await caches.open(cacheOf(scope));
  if ((await cache.match(url)) !== undefined) return;
  const response = await fetch(url);
  if (response.ok && isOfServer(response)) await cache.put(url, response);
}
