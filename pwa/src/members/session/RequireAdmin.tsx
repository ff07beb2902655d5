import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { RequireMember } from './RequireMember.tsx';
import { useSession } from './session.tsx';

/** Redirects visitors to /auth and other members to / (spec §2). */
export function RequireAdmin({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  return <RequireMember>{user?.isAdmin === true ? children : <Navigate to="/" replace />}</RequireMember>;
}
