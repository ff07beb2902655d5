/** Whether the browser keeps what is here for good, and how much there is (the Storage API; not every browser has it). */

const askedKey = 'storage-asked';

/** Whether the browser promises not to clear this site's storage by itself. */
export type Persistence = 'kept' | 'may be cleared' | 'unknown';

/** What the browser has promised so far. */
export async function persistence(): Promise<Persistence> {
  if (storage() === null) return 'unknown';
  return (await navigator.storage.persisted()) ? 'kept' : 'may be cleared';
}

/** Asks the browser to keep what is here for good; some ask the person. Answers what it promises now. */
export async function askToPersist(): Promise<Persistence> {
  if (storage() === null) return 'unknown';
  return (await navigator.storage.persist()) ? 'kept' : 'may be cleared';
}

/**
 * Asks once in the life of a browser, when there is something to lose: after the first draft. Later it is for the person to
 * ask, in the dashboard.
 */
export function askToPersistOnce(): void {
  try {
    if (localStorage.getItem(askedKey) !== null) return;
    localStorage.setItem(askedKey, 'yes');
  } catch {
    return;
  }
  askToPersist().catch((error: unknown) => console.warn('The browser was not asked to keep messages', error));
}

/** Bytes that this site takes on the device, and may take. */
export interface StorageUse {
  readonly used: number;
  readonly available: number;
}

/** The browser's estimate; null where it makes none. */
export async function storageUse(): Promise<StorageUse | null> {
  if (storage() === null) return null;
  const { usage, quota } = await navigator.storage.estimate();
  return usage === undefined || quota === undefined ? null : { used: usage, available: quota };
}

/** Null in browsers without it, and over plain http, where it is missing against its type. */
const storage = (): object | null => ('storage' in navigator ? navigator.storage : null);
