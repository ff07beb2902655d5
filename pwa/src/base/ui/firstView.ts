import { useLayoutEffect } from 'react';

/** What a page came with of its screen (`firstViews.tsx`). While it is there, the screen itself is not shown (`styles.css`). */
const ofThePage = () => document.getElementById('first-view');

/** Shows the screen in the place of what the page came with, before the browser paints again. */
export function useInPlaceOfFirstView(isDrawn = true): void {
  useLayoutEffect(() => {
    if (isDrawn) ofThePage()?.remove();
  }, [isDrawn]);
}
