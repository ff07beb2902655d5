import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { forgetReceived, readReceived } from '../../device/offline/received.ts';
import { unreadCount } from '../../device/offline/unread.ts';
import { useSession } from '../../members/session/session.tsx';
import { keepAppBadge } from './appBadge.ts';
import { InstallCard } from './InstallCard.tsx';
import { followLaunches } from './launches.ts';
import { followPressed } from './pressed.ts';

/** Offline, for one; the next visit will do. */
const noMatter = (error: unknown) => console.info('Push stays as it is for now', error);

/**
 * What ties the app to the device that it is installed on: launches, the number on its icon, what other apps share, and
 * the offer to install it. To be loaded lazily, once the first screen is there, and rendered once.
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

/** Push stays as it should be, goes with whoever was signed in, and leads to conversations. */
function usePush(userId: number | null, isLoading: boolean, lead: (path: string) => void): void {
  const leadThere = useRef(lead);
  leadThere.current = lead;
  useEffect(() => {
    // Without leave there is nothing to look after.
    if (isLoading || !('Notification' in window) || Notification.permission !== 'granted') return;
    const settle = async () => {
      const { forgetPush, keepPush } = await import('./push/subscription.ts');
      await (userId === null ? forgetPush() : keepPush());
    };
    settle().catch(noMatter);
    // Read in the app, on whatever device: what notifications say of it is done with.
    return unreadCount.subscribe(() => {
      if (unreadCount.get() > 0) return;
      import('./push/subscription.ts').then((push) => push.closeNotifications()).catch(noMatter);
    });
  }, [userId, isLoading]);
  useEffect(() => followPressed((path) => leadThere.current(path)), []);
}

/** What was shared before signing in is led to afterwards; what a member leaves behind is forgotten. */
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
    settle().catch((error: unknown) => console.error('What was shared with the app', error));
  }, [userId]);
}
