import { matchPrecache } from 'workbox-precaching';

/** Paths that belong to the server; a navigation there never gets the app's page. */
const serverPath = /^\/(api|graphql|ws|media|og|assets|icons|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$/i;

/** Only the shell is answered from the cache, never an API answer (design "PWA"). Null for what is not the worker's. */
export function answerFromShell(request: Request, origin: string): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return null;
  const isScreen = request.mode === 'navigate' && !serverPath.test(url.pathname);
  const isShellFile = url.pathname.startsWith('/assets/') || url.pathname === '/icons/icon.svg';
  if (!isScreen && !isShellFile) return null;
  const kept = matchPrecache(isScreen ? '/index.html' : request);
  // What the app has kept itself is no part of the worker's own list.
  return kept.then(async (response) => response ?? (await caches.match(request)) ?? fetch(request));
}
