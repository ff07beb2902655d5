import { type SessionUser, sessionUserSchema } from '@pmcw/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';
import { isSignedOutError, NetworkError } from '../../base/api/errors.ts';
import { rememberedUser, rememberUser } from '../../device/offline/rememberedUser.ts';
import { owedLogout, oweLogout } from './owedLogout.ts';
import { forgetHint, hintedSession, mayBeSignedIn } from './traces.ts';

async function fetchSessionUser(signal: AbortSignal): Promise<SessionUser | null> {
  const session = hintedSession(document.cookie);
  const left = owedLogout();
  // They have left here; the server, which may not know yet, would say that they are still signed in. Another session is of somebody
  // who came back from another site signed in.
  if (left !== null && (session ?? left) === left) return null;
  try {
    const user = await fetchJson('/api/user', sessionUserSchema, { signal });
    rememberUser(user);
    return user;
  } catch (error) {
    if (isSignedOutError(error)) {
      // Said of an older session: somebody signed in, in another window, while this was on its way.
      if (hintedSession(document.cookie) !== session) return fetchSessionUser(signal);
      forgetHint();
      rememberUser(null);
      return null;
    }
    if (error instanceof NetworkError) return rememberedUser();
    throw error;
  }
}

/**
 * Who is signed in, `GET /api/user`: null when nobody is; offline, who was signed in last. A browser in which nobody was is
 * not asked for at the start, for the answer would be a 401; whenever there is a reason to ask again, the server is asked.
 */
export const sessionQuery = queryOptions({
  queryKey: ['/api/user'],
  initialData: () => (mayBeSignedIn(document.cookie, rememberedUser() !== null) ? undefined : null),
  queryFn: ({ signal }) => fetchSessionUser(signal),
});

/** Notes who is signed in from now on, as the server has just said; null for nobody. */
export async function settleSession(queryClient: QueryClient, next: SessionUser | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  if (next !== null) oweLogout(null);
  rememberUser(next);
  queryClient.setQueryData(sessionQuery.queryKey, next);
}
