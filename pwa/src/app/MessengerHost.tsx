import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { systemClock } from '../device/offline/clock.ts';
import { runMessenger } from '../features/messages/engine/runMessenger.ts';
import { Arrivals } from '../features/notifications/arrivals.ts';
import { useSession } from '../members/session/session.tsx';

/**
 * Keeps the messenger of the signed-in member running on every screen: messages come in and go out wherever the
 * member is, and notifications come in. Shows nothing. To be loaded lazily, and rendered once beside the screens while somebody is signed in.
 */
export default function MessengerHost() {
  const { user, refresh, ended } = useSession();
  const queryClient = useQueryClient();
  const id = user?.id;
  const createdAt = user?.createdAt;
  useEffect(() => {
    if (id === undefined || createdAt === undefined) return;
    const isVisible = () => document.visibilityState === 'visible';
    const arrivals = new Arrivals({ userId: id, queryClient, clock: systemClock, isVisible });
    const stopMessenger = runMessenger(
      { id, createdAt },
      {
        onConnected: () => arrivals.connected(),
        onNotification: (told) => arrivals.receive(told),
        onSessionEnded: ended,
        refreshSession: refresh,
      },
    );
    return () => {
      stopMessenger();
      arrivals.stop();
    };
  }, [id, createdAt, queryClient, refresh, ended]);
  return null;
}
