import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * Moves focus and scroll position to the top after a change of screen. On going back, the browser restores the
 * position. A change of query parameters alone does not count.
 * @param props.pathname of the shown screen
 */
export function RouteFocus({ pathname }: { readonly pathname: string }) {
  const navigationType = useNavigationType();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
    if (navigationType !== 'POP') window.scrollTo(0, 0);
  }, [pathname, navigationType]);
  return null;
}
