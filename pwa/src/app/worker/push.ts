import { isolated, type PushPayload, pushPayloadSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { pushWordsAddress, pushWordsCache } from '../../device/offline/stores.ts';

declare const self: ServiceWorkerGlobalScope;

/** Texts of notifications without message text; English until the app has stored others. */
const wordsSchema = v.object({ message: v.string(), voice: v.string() });
const english: v.InferOutput<typeof wordsSchema> = { message: 'New message', voice: 'Voice message' };

type Notifying = Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;

const pathSchema = v.object({ path: v.string() });

/** Shows one notification per conversation, and none while a page of the app has focus. */
export async function showPush(
  registration: Notifying,
  data: Pick<PushMessageData, 'text'> | null,
): Promise<void> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), pushPayloadSchema), data?.text() ?? '');
  // Even for an invalid payload: browsers revoke the permission if a push shows no notification.
  const payload = parsed.success ? parsed.output : null;
  const from = payload?.from ?? null;
  if (await hasFocus()) return;
  const words = await readWords();
  await registration.showNotification(isolated(from?.fullName ?? 'PMCW'), {
    body: payload === null ? words.message : bodyOf(payload, words),
    tag: from === null ? 'messages' : `conversation-${from.id}`,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path: from === null ? '/messages' : `/messages?user=${from.username}` },
  });
  await countOnIcon(registration);
}

/** Uses an open window if there is one. */
export async function openNotification(clients: Clients, notification: Notification): Promise<void> {
  notification.close();
  const parsed = v.safeParse(pathSchema, notification.data);
  const path = parsed.success ? parsed.output.path : '/messages';
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [window] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (window === undefined) return void (await clients.openWindow(path));
  window.postMessage({ type: 'OPEN', path });
  await window.focus();
}

/** The browser renewed or lost the subscription: sends the new one to the server. */
export async function renewPush(
  registration: ServiceWorkerRegistration,
  before: PushSubscription | null,
): Promise<void> {
  const { applicationServerKey = null, userVisibleOnly = true } = before?.options ?? {};
  if (applicationServerKey === null) return;
  const subscription = await registration.pushManager.subscribe({ applicationServerKey, userVisibleOnly });
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/push-subscription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

async function hasFocus(): Promise<boolean> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.some(({ visibilityState, focused }) => visibilityState === 'visible' && focused);
}

const bodyOf = ({ messageType, text }: PushPayload, words: typeof english): string =>
  messageType === 'voice' ? words.voice : isolated(text ?? words.message);

async function readWords(): Promise<typeof english> {
  const cache = await caches.open(pushWordsCache);
  const left = await cache.match(pushWordsAddress);
  const parsed = v.safeParse(wordsSchema, await left?.json().catch(() => null));
  return parsed.success ? parsed.output : english;
}

/** Counts conversations with notifications; the app corrects the badge when it is opened. */
async function countOnIcon(registration: Notifying): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await navigator.setAppBadge((await registration.getNotifications()).length).catch(() => undefined);
}
