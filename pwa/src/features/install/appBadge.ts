import { unreadCount } from '../../device/offline/unread.ts';

/**
 * Shows the unread count on the app's icon, if supported.
 * @returns a function that stops it and clears the badge
 */
export function keepAppBadge(): () => void {
  if (!('setAppBadge' in navigator)) return () => undefined;
  // Rejects if the app is not installed, and so has no icon.
  const show = () => void navigator.setAppBadge(unreadCount.get()).catch(() => undefined);
  show();
  const stop = unreadCount.subscribe(show);
  return () => {
    stop();
    void navigator.clearAppBadge().catch(() => undefined);
  };
}
