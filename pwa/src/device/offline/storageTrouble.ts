import { createStore } from '../../base/storage/store.ts';

export type StorageTrouble =
  | 'none'
  /** The browser stores nothing (private window, blocked storage); closing the tab loses all. */
  | 'memory'
  /** The browser removed the stored data, while the app was open or since the last visit. */
  | 'lost'
  | 'full';

export const storageTrouble = createStore<StorageTrouble>('none');

/** `memory` is not replaced by lesser trouble. */
export function noteTrouble(trouble: Exclude<StorageTrouble, 'none'>): void {
  if (storageTrouble.get() !== 'memory') storageTrouble.set(trouble);
}

export function noteIfFull(error: unknown): boolean {
  const isFull = isQuotaError(error);
  if (isFull) noteTrouble('full');
  return isFull;
}

/** IndexedDB wraps the quota error in another error. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner = 'inner' in error ? error.inner : undefined;
  return (
    error.name === 'QuotaExceededError' || (inner instanceof Error && inner.name === 'QuotaExceededError')
  );
}
