import { unreadCount } from '../../device/offline/unread.ts';

/**
 * Keeps the number on the app's icon at the count of unread messages, where the system shows one.
 * @returns a function that stops it and takes the number away
 */
export function keepAppBadge(): () => void {
  if (!('setAppBadge' in navigator)) return () => undefined;
  // Refused where the app is not installed: there is no icon then.
  const show = () => void navigator.setAppBadge(unreadCount.get()).catch(() => undefined);
  show();
  const stop = unreadCount.subscribe(show);
  return () => {
    stop();
    void navigator.clearAppBadge().catch(() => undefined);
  };
}
