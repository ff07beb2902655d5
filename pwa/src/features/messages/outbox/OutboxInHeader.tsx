import { useEffect } from 'react';
import { fetchPart } from '../../../base/api/build.ts';
import { onServerBack } from '../../../base/api/reach.ts';
import { lazySoon } from '../../../base/ui/lazyPart.tsx';
import { useUnsent } from '../../../device/offline/outbox/unsent.ts';
import { isLeavingUnfinished } from '../signOut/unfinished.ts';

const OutboxPill = lazySoon(() => import('./OutboxPill.tsx'));

/** Loads nothing while there are no unsent messages. Also finishes logouts that are incomplete. */
export function OutboxInHeader({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const status = useUnsent(isSignedIn);
  useEffect(() => {
    if (isLeavingUnfinished()) finish();
  }, []);
  if (status.waiting + status.failed === 0) return null;
  return <OutboxPill status={status} isSignedIn={isSignedIn} />;
}

/** Retries when the server is back if this part of the app can't be fetched now. */
function finish(): void {
  fetchPart(() => import('../signOut/leaveDevice.ts')).then(
    ({ finishLeaving }) => finishLeaving(),
    () => {
      const stop = onServerBack(() => {
        stop();
        finish();
      });
    },
  );
}
