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
  const cached = matchPrecache(isScreen ? '/index.html' : request);
  return cached.then((response) => response ?? fetch(request));
}
