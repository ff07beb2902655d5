/**
 * `/sw.js` while `SERVICE_WORKER` is `off`: replaces a broken worker, empties its caches and unregisters. Open pages
 * are not reloaded, because a member may be writing.
 */
export const noWorker = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(clear());
});
`;
