import { addPlugins, cleanupOutdatedCaches, precache } from 'workbox-precaching';
import { type LookUp, openNotification, renewPush, showPush } from './app/worker/push.ts';
import { answerShare } from './app/worker/receive.ts';
import { routeAround } from './app/worker/routes.ts';
import { sameRelease } from './app/worker/sameRelease.ts';
import { answerFromShell } from './app/worker/shell.ts';
import { trustedScript } from './base/scripts/trustedScripts.ts';

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Parameters<typeof precache>[0];
  // Defined after `worker/sender.ts` was imported.
  readonly sendWaiting: (clients: Clients, tag: string) => Promise<void>;
  readonly lookUpNotified: LookUp;
};

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

const manifest = self.__WB_MANIFEST;
addPlugins([sameRelease(manifest)]);
precache(manifest);
cleanupOutdatedCaches();

const sender = manifest.flatMap((entry) => {
  const url = typeof entry === 'string' ? entry : entry.url;
  return url.startsWith('assets/sender-') ? [`/${url}`] : [];
});

self.addEventListener('install', (event) => {
  // Workers may later import only scripts that they imported during installation.
  self.importScripts(...sender.map(trustedScript));
  event.waitUntil(routeAround(event, self.registration.scope));
});

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

const lookUp: LookUp = async (owner, messages) => {
  self.importScripts(...sender.map(trustedScript));
  return self.lookUpNotified(owner, messages);
};

self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data, lookUp)));

self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(self.clients, event.notification)),
);

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewPush(self.registration, event.oldSubscription ?? null)),
);

// Background Sync: the network is back, possibly without an open window (offline/README.md).
const isSync = (event: Event): event is SyncEvent => 'tag' in event && 'waitUntil' in event;
self.addEventListener('sync', (event: Event) => {
  if (!isSync(event)) return;
  self.importScripts(...sender.map(trustedScript));
  event.waitUntil(self.sendWaiting(self.clients, event.tag));
});
