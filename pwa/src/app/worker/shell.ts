import { matchPrecache } from 'workbox-precaching';

/** Paths of the server; navigations there never get the app's page. */
const serverPath = /^\/(api|graphql|ws|media|og|assets|icons|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$/i;

/**
 * Serves only the shell from the cache, never API answers. Null for requests that the worker ignores.
 */
export function answerFromShell(request: Request, origin: string): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return null;
  const isScreen = request.mode === 'navigate' && !serverPath.test(url.pathname);
  const isShellFile = url.pathname.startsWith('/assets/') || url.pathname === '/icons/icon.svg';
  if (!isScreen && !isShellFile) return null;
  const kept = matchPrecache(isScreen ? '/index.html' : request);
  // Parts cached by the app are not in the worker's precache.
  return kept.then(async (response) => response ?? (await caches.match(request)) ?? fetch(request));
}
