import { useEffect } from 'react';
import { lazySoon } from '../../../base/ui/lazyPart.tsx';
import { useUnsent } from '../../../device/offline/outbox/unsent.ts';
import { isLeavingUnfinished } from '../signOut/unfinished.ts';

const OutboxPill = lazySoon(() => import('./OutboxPill.tsx'));

/**
 * The place in the header of what is not sent; loads nothing while there is nothing to say. Finishes, too, what a tab that
 * was closed at logging out has left to do.
 */
export function OutboxInHeader({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const standing = useUnsent(isSignedIn);
  useEffect(() => {
    if (!isLeavingUnfinished()) return;
    import('../signOut/leaveDevice.ts')
      .then(({ finishLeaving }) => finishLeaving())
      .catch((error: unknown) => console.error('What was kept of a member could not be removed', error));
  }, []);
  if (standing.waiting + standing.failed === 0) return null;
  return <OutboxPill standing={standing} isSignedIn={isSignedIn} />;
}
