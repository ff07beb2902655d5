import { addPlugins, cleanupOutdatedCaches, precache } from 'workbox-precaching';
import { openNotification, renewPush, showPush } from './worker/push.ts';
import { answerShare } from './worker/receive.ts';
import { sameRelease } from './worker/sameRelease.ts';
import { type SyncEvent, sendWaiting } from './worker/sendWaiting.ts';
import { answerFromShell } from './worker/shell.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Parameters<typeof precache>[0];
};

const manifest = self.__WB_MANIFEST;
addPlugins([sameRelease(manifest)]);
precache(manifest);
cleanupOutdatedCaches();

self.addEventListener('message', (event) => {
  const data: unknown = event.data;
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') {
    void self.skipWaiting();
  }
});

self.addEventListener('fetch', (event) => {
  const { origin } = self.location;
  const answer = answerShare(event.request, origin) ?? answerFromShell(event.request, origin);
  if (answer !== null) event.respondWith(answer);
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data)));

self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(self.clients, event.notification)),
);

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewPush(self.registration, event.oldSubscription ?? null)),
);

// Where the browser has Background Sync: the network is back, and no window may be open (offline/README.md).
const isSync = (event: Event): event is SyncEvent => 'tag' in event && 'waitUntil' in event;
self.addEventListener('sync', (event: Event) => {
  if (isSync(event)) event.waitUntil(sendWaiting(self.clients, event.tag));
});
