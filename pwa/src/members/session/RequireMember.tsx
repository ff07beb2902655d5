import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { LoadingScreen } from './LoadingScreen.tsx';
import { useSession } from './session.tsx';
import { screenAfter } from './sessionEnd.ts';

/** Shows a spinner while the session loads, then redirects visitors to /auth (spec §2). */
export function RequireMember({ children }: { readonly children: ReactNode }) {
  const { user, isLoading, end } = useSession();
  if (isLoading) return <LoadingScreen />;
  return user === null ? <Navigate to={screenAfter(end)} replace /> : children;
}
