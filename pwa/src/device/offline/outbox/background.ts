import { databaseName, type Owner } from '../database.ts';

/** Background Sync, which some browsers have: the worker is woken when there is a network, with no window open. */
declare global {
  interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

/** What a wake-up for a member's outbox is called: as the database that it stands in. */
const tagOf = databaseName;
const tagPattern = /^messages-of-(\d+)-since-(.+)$/;

/** Whose outbox a wake-up is for; null when it is for something else. */
export function ownerOfTag(tag: string): Owner | null {
  const [, id, createdAt] = tagPattern.exec(tag) ?? [];
  return id === undefined || createdAt === undefined ? null : { id: Number(id), createdAt };
}

/**
 * Asks the browser to wake the service worker as soon as messages may get through, whether the app is open then or not. Nothing
 * comes of it where the browser can't; the app sends them when it is opened next.
 */
export async function askToBeWoken(owner: Owner): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(tagOf(owner));
}
