import { createStore, useStore } from '../../base/storage/store.ts';

/** Private messages of the signed-in member. */
export const unreadCount = createStore(0);

/**
 * For the navigation's badge. Excludes the global chat, which would never be silent. Loads neither database nor
 * messenger.
 */
export function useUnreadCount(): number {
  return useStore(unreadCount);
}
