import { isolated, type PushPayload, pushKeySchema, pushPayloadSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { isOfServer } from '../../base/api/ofServer.ts';
import { pushWordsAddress, pushWordsCache } from '../../device/offline/stores.ts';

declare const self: ServiceWorkerGlobalScope;

/** Texts of notifications without message text; English until the app has stored others. */
const wordsSchema = v.object({ message: v.string(), voice: v.string() });
const english: v.InferOutput<typeof wordsSchema> = { message: 'New message', voice: 'Voice message' };

type Notifying = Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;

type Subscribed = Pick<PushSubscription, 'toJSON'>;
interface Subscribing {
  readonly pushManager: {
    getSubscription(): Promise<Subscribed | null>;
    subscribe(options: PushSubscriptionOptionsInit): Promise<Subscribed>;
  };
}

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

/**
 * The browser renewed or lost the subscription: sends the current one to the server, which replaces its predecessor.
 * Some browsers name neither; the app's texts are in the cache while push is on (`subscription.ts`).
 * @throws Error without an answer of the server; the app then does it at its next start
 */
export async function renewPush(
  { pushManager }: Subscribing,
  before: { readonly options: Pick<PushSubscriptionOptions, 'applicationServerKey'> } | null,
): Promise<void> {
  if (!(await caches.has(pushWordsCache))) return;
  const subscribe = async () => {
    const applicationServerKey = before?.options.applicationServerKey ?? (await fetchKey());
    return pushManager.subscribe({ applicationServerKey, userVisibleOnly: true });
  };
  const subscription = (await pushManager.getSubscription()) ?? (await subscribe());
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/push-subscription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}

async function fetchKey(): Promise<string> {
  const response = await fetch('/api/push-key');
  if (!response.ok || !isOfServer(response)) throw new Error('The key for pushes could not be fetched');
  return v.parse(pushKeySchema, await response.json()).publicKey;
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
