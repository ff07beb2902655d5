import type { Owner } from '../owner.ts';
import { databaseName } from '../stores.ts';

/** Background Sync: some browsers wake the worker once there is a network, without an open window. */
declare global {
  interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/** The tag of a member's outbox is its database's name. */
const tagOf = databaseName;
const tagPattern = /^messages-of-(\d+)-since-(.+)$/;

/** Null for other tags. */
export function ownerOfTag(tag: string): Owner | null {
  const [, id, createdAt] = tagPattern.exec(tag) ?? [];
  return id === undefined || createdAt === undefined ? null : { id: Number(id), createdAt };
}

/**
 * Asks the browser to wake the service worker when sending may work, with the app open or closed. Without browser
 * support, the app sends when it is next opened.
 */
export async function registerBackgroundSync(owner: Owner): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(tagOf(owner));
}
