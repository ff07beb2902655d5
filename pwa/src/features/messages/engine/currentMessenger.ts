import { createStore, useStore } from '../../../base/storage/store.ts';
import type { Messenger } from './messenger.ts';

/** The messenger of the member who is signed in; null for visitors and until it is loaded. */
export const currentMessenger = createStore<Messenger | null>(null);

export function useCurrentMessenger(): Messenger | null {
  return useStore(currentMessenger);
}
