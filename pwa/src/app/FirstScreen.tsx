import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInPlaceOfFirstView } from '../base/ui/firstView.ts';
import { laterWhen, useIsLater } from '../base/ui/later.ts';

/** The longest wait for the screen's data, in milliseconds. */
const patienceMs = 5000;
/** Animations start after so many milliseconds even on an incomplete screen, to show that it is loading. */
const stillMs = 2000;

/**
 * Starts "later" when the first screen is shown with its data, or has waited long enough. Render it after the screens,
 * which report by then whether they are still loading (`lazyPart`).
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

/** Allows endless animations (skeletons, the landing page), which would compete with the start for rendering time. */
function mayMove(): void {
  document.documentElement.dataset.moves = '';
}
