import { excerpt, isolated, type PushPayload, pushKeySchema, pushPayloadSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { isOfServer } from '../../base/api/ofServer.ts';
import {
  type Known,
  look,
  messagesOf,
  type NotificationData,
  type NotifiedMessage,
  type Notifying,
  notificationDataSchema,
  tidyNotifications,
} from '../../device/notifications/notified.ts';
import { systemClock, within } from '../../device/offline/clock.ts';
import type { Owner } from '../../device/offline/owner.ts';
import { pushWordsAddress, pushWordsCache } from '../../device/offline/stores.ts';

declare const self: ServiceWorkerGlobalScope;

/** Texts of notifications without message text, and the device's owner; English until the app has stored others. */
const storedSchema = v.object({
  message: v.string(),
  voice: v.string(),
  obsolete: v.string(),
  owner: v.nullable(v.object({ id: v.number(), createdAt: v.string() })),
});
type Stored = v.InferOutput<typeof storedSchema>;
const nothingStored: Stored = {
  message: 'New message',
  voice: 'Voice message',
  obsolete: 'A message that has already been read or deleted',
  owner: null,
};

/** Asks the member's database; null if this browser has none. */
export type LookUp = (owner: Owner, messages: readonly NotifiedMessage[]) => Promise<Known | null>;
type Ask = (messages: readonly NotifiedMessage[]) => Promise<Known>;

/** In characters. */
const shownOfName = 60;

/** An open tab may block the database. */
const lookUpWithinMs = 3_000;

type Subscribed = Pick<PushSubscription, 'toJSON'>;
interface Subscribing {
  readonly pushManager: {
    getSubscription(): Promise<Subscribed | null>;
    subscribe(options: PushSubscriptionOptionsInit): Promise<Subscribed>;
  };
}

/**
 * Shows one notification per conversation, and none while a page of the app has focus. A message that was already read
 * or deleted is not shown; but browsers revoke the permission if a push shows no notification, so that a silent one
 * appears until the app is opened or the next message comes.
 */
export async function showPush(
  registration: Notifying,
  data: Pick<PushMessageData, 'text'> | null,
  lookUp: LookUp,
): Promise<void> {
  if (await hasFocus()) return;
  const stored = await readStored();
  const ask: Ask = (messages) => answerOf(lookUp, stored.owner, messages);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), pushPayloadSchema), data?.text() ?? '');
  if (parsed.success) return countOnIcon(await showMessage(registration, parsed.output, { stored, ask }));
  const unknown: NotificationData = { path: '/messages', messages: [] };
  const options = { ...look, body: stored.message, tag: 'messages', data: unknown };
  await registration.showNotification('PMCW', options);
}

/** Returns the number of unread messages. */
async function showMessage(
  registration: Notifying,
  payload: PushPayload,
  { stored, ask }: { readonly stored: Stored; readonly ask: Ask },
): Promise<number> {
  const { id, senderId, position, from } = payload;
  const message: NotifiedMessage = { id, senderId, position };
  const shown = await registration.getNotifications();
  const { obsolete, unread } = await ask([...shown.flatMap(messagesOf), message]);
  if (obsolete.has(id)) {
    const data: NotificationData = { path: '/messages', messages: [message] };
    const options = { ...look, body: stored.obsolete, tag: 'obsolete', silent: true, data };
    await registration.showNotification('PMCW', options);
    return unread;
  }
  const tag = `conversation-${senderId}`;
  const earlier = shown.filter((notification) => notification.tag === tag).flatMap(messagesOf);
  const left = earlier.filter((other) => other.id !== id && !obsolete.has(other.id));
  const data: NotificationData = {
    path: from === null ? '/messages' : `/messages?user=${from.username}`,
    messages: [...left, message],
  };
  const options: NotificationOptions & { readonly renotify: boolean } = {
    ...{ ...look, body: bodyOf(payload, stored), tag, data },
    // A push may be delivered twice.
    renotify: earlier.every((other) => other.id !== id),
  };
  await registration.showNotification(isolated(excerpt(from?.fullName ?? 'PMCW', shownOfName)), options);
  // A page in the background may have received that it was read just now.
  return (await tidyNotifications(registration, ask, stored.message)).unread;
}

/** Nothing is known without the database, or while it does not answer. */
async function answerOf(
  lookUp: LookUp,
  owner: Owner | null,
  messages: readonly NotifiedMessage[],
): Promise<Known> {
  const unknown: Known = { obsolete: new Set(), unread: messages.length };
  if (owner === null) return unknown;
  return (await within(lookUpWithinMs, systemClock, lookUp(owner, messages)).catch(() => null)) ?? unknown;
}

/** Uses an open window if there is one. */
export async function openNotification(clients: Clients, notification: Notification): Promise<void> {
  notification.close();
  const parsed = v.safeParse(notificationDataSchema, notification.data);
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
  const response = await fetch('/api/push-subscription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
  if (!response.ok || !isOfServer(response)) throw new Error('The subscription could not be renewed');
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

const bodyOf = ({ messageType, text }: PushPayload, { voice, message }: Stored): string =>
  messageType === 'voice' ? voice : isolated(text ?? message);

async function readStored(): Promise<Stored> {
  const cache = await caches.open(pushWordsCache);
  const left = await cache.match(pushWordsAddress);
  const parsed = v.safeParse(storedSchema, await left?.json().catch(() => null));
  return parsed.success ? parsed.output : nothingStored;
}

/** The app corrects the badge when it is opened. */
async function countOnIcon(unread: number): Promise<void> {
  if ('setAppBadge' in navigator) await navigator.setAppBadge(unread).catch(() => undefined);
}
