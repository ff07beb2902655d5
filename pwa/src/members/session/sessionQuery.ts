import { type SessionUser, sessionUserSchema } from '@pmcw/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';
import { isSignedOutError, NetworkError } from '../../base/api/errors.ts';
import { settleErasures } from '../../device/offline/erasureNotes.ts';
import { rememberedUser, rememberUser } from '../../device/offline/rememberedUser.ts';
import { pendingLogout, setPendingLogout } from './pendingLogout.ts';
import { forgetHint, hintedSession, mayBeSignedIn } from './sessionHint.ts';

async function fetchSessionUser(signal: AbortSignal): Promise<SessionUser | null> {
  const session = hintedSession(document.cookie);
  const left = pendingLogout();
  // The server may not know of the logout yet. A different session belongs to a member who returned from a provider.
  if (left !== null && (session ?? left) === left) return null;
  try {
    const user = await fetchJson('/api/user', sessionUserSchema, { signal });
    noteUser(user);
    return user;
  } catch (error) {
    if (isSignedOutError(error)) {
      // The answer is about an older session: a member signed in, in another window, in the meantime.
      if (hintedSession(document.cookie) !== session) return fetchSessionUser(signal);
      forgetHint();
      noteUser(null);
      return null;
    }
    if (error instanceof NetworkError) return rememberedUser();
    throw error;
  }
}

function noteUser(user: SessionUser | null): void {
  rememberUser(user);
  settleErasures(user);
}

/**
 * Null for visitors; offline, the last known member. Without a trace of a session it does not ask at the start, as the
 * answer would be a 401.
 */
export const sessionQuery = queryOptions({
  queryKey: ['/api/user'],
  initialData: () => (mayBeSignedIn(document.cookie, rememberedUser() !== null) ? undefined : null),
  queryFn: ({ signal }) => fetchSessionUser(signal),
});

/** Notes the session that the server has just confirmed; null for none. */
export async function settleSession(queryClient: QueryClient, next: SessionUser | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  if (next !== null) setPendingLogout(null);
  noteUser(next);
  queryClient.setQueryData(sessionQuery.queryKey, next);
}
