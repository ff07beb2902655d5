import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLanguage } from '../../base/words/words.ts';
import { forgetReceived, readReceived } from '../../device/offline/received.ts';
import { useSession } from '../../members/session/session.tsx';
import { keepAppBadge } from './appBadge.ts';
import { InstallCard } from './InstallCard.tsx';
import { followLaunches } from './launches.ts';
import { followPressedNotifications } from './pressedNotifications.ts';

/** For example offline; the next visit retries. */
const logFailure = (error: unknown) =>
  console.info('Push could not be updated; the next visit retries', error);

/**
 * Connects the app with the device: launches, the icon's badge, shared content, and the offer to install. Load it
 * lazily after the first screen, and render it once.
 */
export default function DeviceHost() {
  const { user, isLoading } = useSession();
  const navigate = useNavigate();
  const latestNavigate = useRef(navigate);
  latestNavigate.current = navigate;
  const userId = user?.id ?? null;
  useEffect(() => followLaunches((path) => void latestNavigate.current(path)), []);
  useEffect(() => (userId === null ? undefined : keepAppBadge()), [userId]);
  usePush(userId, isLoading, (path) => void latestNavigate.current(path));
  useSharedContent(userId, () => void latestNavigate.current('/share-target'));
  return <InstallCard />;
}

function usePush(userId: number | null, isLoading: boolean, open: (path: string) => void): void {
  const language = useLanguage();
  const latestOpen = useRef(open);
  latestOpen.current = open;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the worker's texts are in the language of the app
  useEffect(() => {
    if (isLoading || !('Notification' in window) || Notification.permission !== 'granted') return;
    const updatePush = async () => {
      const { forgetPush, keepPush } = await import('./push/subscription.ts');
      await (userId === null ? forgetPush() : keepPush());
    };
    updatePush().catch(logFailure);
  }, [userId, isLoading, language]);
  useEffect(() => followPressedNotifications((path) => latestOpen.current(path)), []);
}

/** Opens content shared before a sign-in, and drops it when a member leaves. */
function useSharedContent(userId: number | null, open: () => void): void {
  const before = useRef(userId);
  const latestOpen = useRef(open);
  latestOpen.current = open;
  useEffect(() => {
    const previous = before.current;
    before.current = userId;
    if (previous === userId) return;
    const now = Date.now();
    const update = async () => {
      if (previous !== null) await forgetReceived(now);
      else {
        const { waiting, dropped } = await readReceived(now);
        if (waiting.length + dropped > 0) latestOpen.current();
      }
    };
    update().catch((error: unknown) =>
      console.error('Content shared with the app could not be handled', error),
    );
  }, [userId]);
}
