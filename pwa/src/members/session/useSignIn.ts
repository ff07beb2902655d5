import { type SessionUser, sessionUserSchema } from '@pmcw/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fetchJson } from '../../base/api/client.ts';
import { ApiError } from '../../base/api/errors.ts';
import { currentLanguage } from '../../base/words/words.ts';
import { useSession } from './session.tsx';
import { settleSession } from './sessionQuery.ts';

/** Where newcomers register, by the way in which they will sign in. */
export type RegistrationPath = `/api/register${'' | '/wallet' | '/openid'}`;

/**
 * Asks at a path to be signed in, as a newcomer or not; says nothing of how it went.
 * @param first what is done as who is signed in now before the app goes on; never rejects
 * @throws ApiError, NetworkError
 */
export type SignIn = (
  path: `/api/login${'' | '/passkey' | '/wallet'}` | RegistrationPath,
  body: object,
  first?: () => Promise<unknown>,
) => Promise<SessionUser>;

/** Signs somebody in; whoever is suspended is told above the log-in, too, which is more than a passing word. */
export function useSignIn(): SignIn {
  const queryClient = useQueryClient();
  const { refused } = useSession();
  return useCallback(
    async (path, body, first) => {
      // The language that is shown here, which mails to the member are in from then on.
      const headers = { 'accept-language': currentLanguage() };
      const asked = fetchJson(path, sessionUserSchema, { method: 'POST', body, headers });
      const member = await asked.catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'suspended') refused('suspended');
        throw error;
      });
      await first?.();
      await settleSession(queryClient, member);
      return member;
    },
    [queryClient, refused],
  );
}
