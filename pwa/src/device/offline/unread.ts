import { createStore, useStore } from '../../base/storage/store.ts';

/** How many private messages the signed-in member has not read; kept by the messenger. */
export const unreadCount = createStore(0);

/**
 * Unread private messages, for the badge of the navigation. The global chat does not count: it would never be silent.
 * Light: brings in neither the database nor the messenger.
 */
export function useUnreadCount(): number {
  return useStore(unreadCount);
}
