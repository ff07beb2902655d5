import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInPlaceOfFirstView } from '../base/ui/firstView.ts';
import { laterWhen, useIsLater } from '../base/ui/later.ts';

/** A screen whose data does not come must not keep back what comes later, in milliseconds. */
const patienceMs = 5000;
/** Milliseconds until what only moves may, though the first screen is not whole: something should, to show that it is coming. */
const stillMs = 2000;

/**
 * Tells when the first screen can be used: it is shown and has its answers, or has waited long enough. Shows nothing. To be
 * rendered beside the screens, after them: by then the screen itself says whether it is still to come (`lazyPart`).
 */
export function FirstScreen() {
  const queryClient = useQueryClient();
  useEffect(() => laterWhen(() => queryClient.isFetching() === 0, patienceMs), [queryClient]);
  const isLater = useIsLater();
  useInPlaceOfFirstView(isLater);
  useEffect(() => {
    const timer = setTimeout(mayMove, isLater ? 0 : stillMs);
    return () => clearTimeout(timer);
  }, [isLater]);
  return null;
}

/** Lets what moves for ever begin (skeletons, the landing page): it keeps a browser drawing, which at the start has enough to do. */
function mayMove(): void {
  document.documentElement.dataset.moves = '';
}
