import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { systemClock } from '../device/offline/clock.ts';
import { runMessenger } from '../features/messages/engine/runMessenger.ts';
import { Arrivals } from '../features/notifications/arrivals.ts';
import { useSession } from '../members/session/session.tsx';

/** Runs the signed-in member's messenger and notifications on every screen. Load it lazily, and render it once. */
export default function MessengerHost() {
  const { user, refresh, endSession } = useSession();
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
        onNotification: (announced) => arrivals.receive(announced),
        onSessionEnded: endSession,
        refreshSession: refresh,
      },
    );
    return () => {
      stopMessenger();
      arrivals.stop();
    };
  }, [id, createdAt, queryClient, refresh, endSession]);
  return null;
}
