import { type ReactNode, useContext, useMemo } from 'react';
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To } from 'react-router-dom';
import { staysHere } from './leaveWarning.ts';

/**
 * Asks before any navigation inside the app that would lose typed input (`useLeaveWarning`): links, notifications,
 * launches, shared content. `useBlocker` needs a data router, which loads more code than the app uses.
 */
export function GuardedNavigation({ children }: { readonly children: ReactNode }) {
  const context = useContext(NavigationContext);
  const guarded = useMemo(() => ({ ...context, navigator: guard(context.navigator) }), [context]);
  return <NavigationContext.Provider value={guarded}>{children}</NavigationContext.Provider>;
}

function guard(navigator: Navigator): Navigator {
  const unlessStaying =
    (navigate: Navigator['push']): Navigator['push'] =>
    (to, ...rest) => {
      if (!staysHere(hrefOf(to))) navigate(to, ...rest);
    };
  return {
    ...navigator,
    push: unlessStaying(navigator.push),
    replace: unlessStaying(navigator.replace),
  };
}

const hrefOf = (to: To): string =>
  typeof to === 'string' ? to : `${to.pathname ?? window.location.pathname}${to.search ?? ''}`;
