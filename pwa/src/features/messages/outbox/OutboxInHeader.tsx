import { useEffect } from 'react';
import { lazySoon } from '../../../base/ui/lazyPart.tsx';
import { useUnsent } from '../../../device/offline/outbox/unsent.ts';
import { isLeavingUnfinished } from '../signOut/unfinished.ts';

const OutboxPill = lazySoon(() => import('./OutboxPill.tsx'));

/** Loads nothing while there are no unsent messages. Also finishes logouts that are incomplete. */
export function OutboxInHeader({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const status = useUnsent(isSignedIn);
  useEffect(() => {
    if (!isLeavingUnfinished()) return;
    import('../signOut/leaveDevice.ts')
      .then(({ finishLeaving }) => finishLeaving())
      .catch((error: unknown) => console.error('A logout could not be finished', error));
  }, []);
  if (status.waiting + status.failed === 0) return null;
  return <OutboxPill status={status} isSignedIn={isSignedIn} />;
}
