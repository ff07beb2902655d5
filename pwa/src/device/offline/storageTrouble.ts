import { createStore } from '../../base/storage/store.ts';

/** What keeps this device from keeping messages as it should. */
export type StorageTrouble =
  | 'none'
  /** The browser lets nothing be kept (private window, storage blocked): all is gone when the tab closes. */
  | 'memory'
  /** The browser has removed what was kept, while the app was open or since it last was. */
  | 'lost'
  /** There is no room: what comes in or is written can't be kept. */
  | 'full';

/** The trouble of now, which the screens tell. */
export const storageTrouble = createStore<StorageTrouble>('none');

/** Notes trouble; what keeps nothing at all is not made milder by what comes after it. */
export function noteTrouble(trouble: Exclude<StorageTrouble, 'none'>): void {
  if (storageTrouble.get() !== 'memory') storageTrouble.set(trouble);
}

/** Notes that the device is full, where that is what an error says. Returns whether it is. */
export function noteIfFull(error: unknown): boolean {
  const isFull = isQuotaError(error);
  if (isFull) noteTrouble('full');
  return isFull;
}

/** Whether the browser has no room left; IndexedDB says so by an error within an error. */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner = 'inner' in error ? error.inner : undefined;
  return (
    error.name === 'QuotaExceededError' || (inner instanceof Error && inner.name === 'QuotaExceededError')
  );
}
