import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Parameters<typeof precache>[0];
};

/** Paths that belong to the server; a navigation there never gets the app's page. */
const serverPath = /^\/(api|graphql|ws|media|assets|icons|healthz|readyz|metrics)(\/|$)|\.[a-z0-9]+$/i;

precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

self.addEventListener('message', (event) => {
  const data: unknown = event.data;
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') {
    void self.skipWaiting();
  }
});

// Only the shell is answered from the cache, never an API answer (design "PWA").
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const isScreen = request.mode === 'navigate' && !serverPath.test(url.pathname);
  const isShellFile = url.pathname.startsWith('/assets/') || url.pathname === '/icons/icon.svg';
  if (!isScreen && !isShellFile) return;
  const cached = matchPrecache(isScreen ? '/index.html' : request);
  event.respondWith(cached.then((response) => response ?? fetch(request)));
});
