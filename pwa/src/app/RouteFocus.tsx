import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';

/**
 * After a change of screen: the reader starts at the new screen's beginning, for keyboards and screen readers too.
 * Going back keeps the place where the browser puts it. Query parameters alone are no change of screen.
 * @param props.pathname of the screen that is shown
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
