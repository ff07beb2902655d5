import { type SessionUser, sessionUserSchema } from '@pmcw/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { fetchJson } from '../../base/api/client.ts';
import { ApiError } from '../../base/api/errors.ts';
import { leaveFreely } from '../../base/forms/leaveWarning.ts';
import { currentLanguage } from '../../base/words/words.ts';
import { useSession } from './session.tsx';
import { settleSession } from './sessionQuery.ts';

/** By the future sign-in method. */
export type RegistrationPath = `/api/register${'' | '/wallet' | '/openid'}`;

/**
 * Signs in at a path, also newcomers; shows no result.
 * @param first runs with the new session before the app notices it; never rejects
 * @throws ApiError, NetworkError
 */
type SignIn = (
  path: `/api/login${'' | '/passkey' | '/wallet'}` | RegistrationPath,
  body: object,
  first?: () => Promise<unknown>,
) => Promise<SessionUser>;

/** A suspension is also shown above the form, which is more visible than a toast. */
export function useSignIn(): SignIn {
  const queryClient = useQueryClient();
  const { showRefusal } = useSession();
  return useCallback(
    async (path, body, first) => {
      // Mails to the member will be in this language.
      const headers = { 'accept-language': currentLanguage() };
      const asked = fetchJson(path, sessionUserSchema, { method: 'POST', body, headers });
      const member = await asked.catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'suspended') showRefusal('suspended');
        throw error;
      });
      leaveFreely();
      await first?.();
      await settleSession(queryClient, member);
      return member;
    },
    [queryClient, showRefusal],
  );
}
