import { type SessionUser, sessionUserSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../api/client.ts';
import { isSignedOutError, NetworkError } from '../api/errors.ts';
import { rememberedUser, rememberUser } from './rememberedUser.ts';

async function fetchSessionUser(signal: AbortSignal): Promise<SessionUser | null> {
  try {
    const user = await fetchJson('/api/user', sessionUserSchema, { signal });
    rememberUser(user);
    return user;
  } catch (error) {
    if (isSignedOutError(error)) {
      rememberUser(null);
      return null;
    }
    if (error instanceof NetworkError) return rememberedUser();
    throw error;
  }
}

/** Who is signed in, `GET /api/user`: null when nobody is; offline, who was signed in last. */
export const sessionQuery = queryOptions({
  queryKey: ['/api/user'],
  queryFn: ({ signal }) => fetchSessionUser(signal),
});
