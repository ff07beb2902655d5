import { type ReactNode, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { goingToState } from './goingTo.ts';
import { LoadingScreen } from './LoadingScreen.tsx';
import { useSession } from './session.tsx';
import { isEndAtSignIn, screenAfter } from './sessionEnd.ts';

/** Shows a spinner while the session loads, then redirects visitors to /auth (spec §2). */
export function RequireMember({ children }: { readonly children: ReactNode }) {
  const { user, isLoading, end } = useSession();
  const { pathname, search, hash } = useLocation();
  // The same object for the same place: with another one, the redirect would start again with every render.
  const goingTo = useMemo(() => goingToState({ pathname, search, hash }), [pathname, search, hash]);
  if (isLoading) return <LoadingScreen />;
  if (user !== null) return children;
  // After a logout, the next member to sign in here may be another one.
  const state = end === null || isEndAtSignIn(end) ? goingTo : null;
  return <Navigate to={screenAfter(end)} replace state={state} />;
}
