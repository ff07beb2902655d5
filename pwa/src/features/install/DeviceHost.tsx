import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { forgetReceived, readReceived } from '../../device/offline/received.ts';
import { unreadCount } from '../../device/offline/unread.ts';
import { useSession } from '../../members/session/session.tsx';
import { keepAppBadge } from './appBadge.ts';
import { InstallCard } from './InstallCard.tsx';
import { followLaunches } from './launches.ts';
import { followPressed } from './pressed.ts';

/** For example offline; the next visit retries. */
const noMatter = (error: unknown) => console.info('Push could not be updated; the next visit retries', error);

/**
 * Connects the app with the device: launches, the icon's badge, shared content, and the offer to install. Load it
 * lazily after the first screen, and render it once.
 */
export default function DeviceHost() {
  const { user, isLoading } = useSession();
  const navigate = useNavigate();
  const lead = useRef(navigate);
  lead.current = navigate;
  const userId = user?.id ?? null;
  useEffect(() => followLaunches((path) => void lead.current(path)), []);
  useEffect(() => (userId === null ? undefined : keepAppBadge()), [userId]);
  usePush(userId, isLoading, (path) => void lead.current(path));
  useReceivedOf(userId, () => void lead.current('/share-target'));
  return <InstallCard />;
}

function usePush(userId: number | null, isLoading: boolean, lead: (path: string) => void): void {
  const leadThere = useRef(lead);
  leadThere.current = lead;
  useEffect(() => {
    if (isLoading || !('Notification' in window) || Notification.permission !== 'granted') return;
    const settle = async () => {
      const { forgetPush, keepPush } = await import('./push/subscription.ts');
      await (userId === null ? forgetPush() : keepPush());
    };
    settle().catch(noMatter);
    // Everything was read, on any device: its notifications are obsolete.
    return unreadCount.subscribe(() => {
      if (unreadCount.get() > 0) return;
      import('./push/subscription.ts').then((push) => push.closeNotifications()).catch(noMatter);
    });
  }, [userId, isLoading]);
  useEffect(() => followPressed((path) => leadThere.current(path)), []);
}

/** Opens content shared before a sign-in, and drops it when a member leaves. */
function useReceivedOf(userId: number | null, lead: () => void): void {
  const before = useRef(userId);
  const leadThere = useRef(lead);
  leadThere.current = lead;
  useEffect(() => {
    const wasHere = before.current;
    before.current = userId;
    if (wasHere === userId) return;
    const now = Date.now();
    const settle = async () => {
      if (wasHere !== null) await forgetReceived(now);
      else {
        const { waiting, forgotten } = await readReceived(now);
        if (waiting.length + forgotten > 0) leadThere.current();
      }
    };
    settle().catch((error: unknown) =>
      console.error('Content shared with the app could not be handled', error),
    );
  }, [userId]);
}
