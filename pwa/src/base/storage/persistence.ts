const askedKey = 'storage-asked';

type Persistence = 'kept' | 'may be cleared' | 'unknown';

export async function persistence(): Promise<Persistence> {
  if (storage() === null) return 'unknown';
  return (await navigator.storage.persisted()) ? 'kept' : 'may be cleared';
}

/** Asks the browser for persistent storage; some ask the person. */
export async function askToPersist(): Promise<Persistence> {
  if (storage() === null) return 'unknown';
  return (await navigator.storage.persist()) ? 'kept' : 'may be cleared';
}

/**
 * Asks once per browser, after the first draft, when there is something to lose. Later the person can ask in the
 * dashboard.
 */
export function askToPersistOnce(): void {
  try {
    if (localStorage.getItem(askedKey) !== null) return;
    localStorage.setItem(askedKey, 'yes');
  } catch {
    return;
  }
  askToPersistAgain();
}

/** After an installation or the consent to notifications, browsers that refused before may agree. */
export function askToPersistAgain(): void {
  askToPersist().catch((error: unknown) =>
    console.warn('The browser could not be asked for persistent storage', error),
  );
}

/** In bytes. */
interface StorageUse {
  readonly used: number;
  readonly available: number;
}

/** Null if the browser makes no estimate. */
export async function storageUse(): Promise<StorageUse | null> {
  if (storage() === null || !('estimate' in navigator.storage)) return null;
  const { usage, quota } = await navigator.storage.estimate();
  return usage === undefined || quota === undefined ? null : { used: usage, available: quota };
}

/** Null in browsers without it, and over plain http, where it is missing contrary to its type. */
const storage = (): object | null => ('storage' in navigator ? navigator.storage : null);
