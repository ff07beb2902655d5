import { createStore, useStore } from '../../../base/storage/store.ts';
import type { Messenger } from './messenger.ts';

/** Null for visitors and while it loads. */
export const currentMessenger = createStore<Messenger | null>(null);

export function useCurrentMessenger(): Messenger | null {
  return useStore(currentMessenger);
}
