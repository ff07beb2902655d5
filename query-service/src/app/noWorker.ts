/**
 * What `/sw.js` is while `SERVICE_WORKER` is `off`: a worker that takes the place of one that misbehaves, empties its
 * caches and removes itself. Pages stay as they are (somebody may be writing there) and load from the network from then on.
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
