import { unreadCount } from '../../device/offline/unread.ts';

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
