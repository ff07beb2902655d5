import { pushKeySchema } from '@pmcw/contracts';
import { fetchJson, send } from '../../../base/api/client.ts';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';
import { askToPersistAgain } from '../../../base/storage/persistence.ts';
import { installsByHand, isInstalled } from '../../../device/installing.ts';
import { pushTextKey, pushWordsCache } from '../../../device/offline/stores.ts';
import { storePushWords } from './storePushWords.ts';

/** `needs-install`: supported once installed (iOS). `denied`: the person blocked notifications in the browser. */
export type PushState = 'unsupported' | 'needs-install' | 'denied' | 'off' | 'on';

/** At a first visit the worker starts later than the page. */
const workerWithinMs = 10_000;

/** Undefined in development, or if the site removed its worker. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return;
  return navigator.serviceWorker.getRegistration();
}

async function registrationSoon(): Promise<ServiceWorkerRegistration | undefined> {
  const worker = await registration();
  if (worker !== undefined || !('serviceWorker' in navigator) || !import.meta.env.PROD) return worker;
  const never = new Promise<undefined>((resolve) => setTimeout(resolve, workerWithinMs));
  await Promise.race([navigator.serviceWorker.ready, never]);
  return registration();
}

export async function pushState(): Promise<PushState> {
  const worker = await registrationSoon();
  if (worker === undefined) {
    const isApple = installsByHand(navigator.userAgent, navigator.maxTouchPoints);
    return isApple && !isInstalled() ? 'needs-install' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await worker.pushManager.getSubscription();
  return subscription !== null && Notification.permission === 'granted' ? 'on' : 'off';
}

export const showsText = (): boolean => readItem(pushTextKey) !== null;

let latest: Promise<unknown> = Promise.resolve();

/** Runs changes in sequence, so that the renewal at startup can't overtake a choice of the person. */
function inTurn<T>(change: () => Promise<T>): Promise<T> {
  const result = latest.then(change);
  latest = result.catch(() => undefined);
  return result;
}

/**
 * Must be called by a press, as browsers require.
 * @throws ApiError, NetworkError; DOMException if the browser's push service is unreachable
 */
export async function turnOn(): Promise<PushState> {
  const worker = await registration();
  if (worker === undefined) return pushState();
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  askToPersistAgain();
  await inTurn(async () => {
    await subscribe(worker);
    await storePushWords();
  });
  return 'on';
}

/**
 * Unsubscribes here first, so that push is off whatever the server answers.
 * @throws ApiError, NetworkError
 */
export async function turnOff(): Promise<PushState> {
  await inTurn(async () => {
    await unsubscribe();
    await send('/api/push-subscription', { method: 'DELETE' });
  });
  return pushState();
}

/** @throws ApiError, NetworkError */
export const showText = (isShown: boolean): Promise<void> =>
  inTurn(async () => {
    const subscription = await (await registration())?.pushManager.getSubscription();
    if (subscription == null) return;
    await sendSubscription(subscription, isShown);
    keepItem(pushTextKey, isShown ? 'yes' : null);
  });

/**
 * Repairs the subscription after a change of the server's key, if the server does not know it, or if the browser lost
 * it. Does nothing while push is off.
 * @throws ApiError, NetworkError, DOMException
 */
export const keepPush = (): Promise<void> =>
  inTurn(async () => {
    const worker = await registration();
    if (worker === undefined || Notification.permission !== 'granted') return;
    const subscription = await worker.pushManager.getSubscription();
    if (subscription === null && !(await isTurnedOn())) return;
    await subscribe(worker, subscription ?? undefined);
    await storePushWords();
  });

/** The texts are stored from turning on to turning off. */
const isTurnedOn = async (): Promise<boolean> => 'caches' in window && (await caches.has(pushWordsCache));

export const forgetPush = (): Promise<void> => inTurn(unsubscribe);

async function unsubscribe(): Promise<void> {
  const worker = await registration();
  const subscription = await worker?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  keepItem(pushTextKey, null);
  await closeNotifications();
  if ('caches' in window) await caches.delete(pushWordsCache);
}

async function closeNotifications(): Promise<void> {
  const worker = await registration();
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
}

async function subscribe(worker: ServiceWorkerRegistration, before?: PushSubscription): Promise<void> {
  const { publicKey } = await fetchJson('/api/push-key', pushKeySchema);
  const isSame = before !== undefined && base64url(before.options.applicationServerKey) === publicKey;
  if (before !== undefined && !isSame) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = isSame ? before : await worker.pushManager.subscribe(options);
  await sendSubscription(subscription, showsText());
}

async function sendSubscription(subscription: PushSubscription, isShown: boolean): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await send('/api/push-subscription', { method: 'PUT', body: { endpoint, keys, showsText: isShown } });
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
