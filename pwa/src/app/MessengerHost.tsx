import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Store, useStore } from '../base/storage/store.ts';
import { lazySoon } from '../base/ui/lazyPart.tsx';
import { systemClock } from '../device/offline/clock.ts';
import { askedToBlock } from '../features/messages/contacts/asking.ts';
import { useIsBlocked } from '../features/messages/contacts/useIsBlocked.ts';
import { runMessenger } from '../features/messages/engine/runMessenger.ts';
import { Arrivals } from '../features/notifications/arrivals.ts';
import { askedToReport } from '../features/reports/asking.ts';
import { useSession } from '../members/session/session.tsx';

const BlockDialog = lazySoon(() => import('../features/messages/contacts/BlockDialog.tsx'));
const ReportDialog = lazySoon(() => import('../features/reports/ReportDialog.tsx'));

/**
 * Runs the signed-in member's messenger and notifications on every screen, and shows dialogs of several. Load it
 * lazily, and render it once.
 */
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
  return <Questions />;
}

function Questions() {
  const reported = useStore(askedToReport);
  const isBlocked = useIsBlocked(reported?.member.id ?? 0);
  const isBlockShown = useHasBeenAsked(askedToBlock);
  const isReportShown = useHasBeenAsked(askedToReport);
  return (
    <>
      {isBlockShown && <BlockDialog />}
      {isReportShown && <ReportDialog onBlock={isBlocked ? null : askedToBlock.set} />}
    </>
  );
}

/** From the first question on. */
function useHasBeenAsked(question: Store<object | null>): boolean {
  const asked = useStore(question);
  const [wasAsked, setWasAsked] = useState(false);
  if (asked !== null && !wasAsked) setWasAsked(true);
  return wasAsked;
}
