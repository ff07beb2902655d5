import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useInPlaceOfFirstView } from '../base/ui/firstView.ts';
import { startLaterWhen, useIsLater } from '../base/ui/later.ts';

/** The longest wait for data, in milliseconds. */
const patienceMs = 5000;
/** When animations start on an incomplete screen, to show that it is loading. */
const stillMs = 2000;

/** Starts "later". Render it after the screens, which report by then whether they are still loading (`lazyPart`). */
export function FirstScreen() {
  const queryClient = useQueryClient();
  useEffect(() => startLaterWhen(() => queryClient.isFetching() === 0, patienceMs), [queryClient]);
  const isLater = useIsLater();
  useInPlaceOfFirstView(isLater);
  useEffect(() => {
    const timer = setTimeout(allowMotion, isLater ? 0 : stillMs);
    return () => clearTimeout(timer);
  }, [isLater]);
  return null;
}

/** Allows animations, which would compete with the start for rendering time. */
function allowMotion(): void {
  document.documentElement.dataset.moves = '';
}
