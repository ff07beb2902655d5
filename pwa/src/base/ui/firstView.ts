import { useLayoutEffect } from 'react';

/**
 * The prerendered part of the screen (`firstViews.tsx`). While it exists, the screen itself is hidden (`styles.css`).
 */
const findFirstView = () => document.getElementById('first-view');

/** Replaces the prerendered part by the screen, before the next paint. */
export function useInPlaceOfFirstView(isDrawn = true): void {
  useLayoutEffect(() => {
    if (isDrawn) findFirstView()?.remove();
  }, [isDrawn]);
}
