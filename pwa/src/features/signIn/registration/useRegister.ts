import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type * as v from 'valibot';
import { orToast } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { currentWords } from '../../../base/words/words.ts';
import { myWalletsQuery } from '../../../members/look/profileQueries.ts';
import { type RegistrationPath, useSignIn } from '../../../members/session/useSignIn.ts';
import { askForVerification, listPmcwWallet, type newcomerSchema } from './registration.ts';

/**
 * Registers a newcomer, and then lists their wallet and requests their verification.
 * @param way the sign-in method, if the form does not contain it
 * @throws ApiError, NetworkError
 */
type RegisterNewcomer = (
  path: RegistrationPath,
  form: v.InferOutput<typeof newcomerSchema>,
  way?: object,
) => Promise<void>;

/** Once signed in, the surrounding screen moves on. */
export function useRegister(): RegisterNewcomer {
  const signIn = useSignIn();
  const queryClient = useQueryClient();
  return useCallback(
    async (path, { terms: _, pmcwWalletAddress, requestVerification, ...body }, way) => {
      const words = currentWords(auth);
      const member = await orToast(words.registrationFailed, () => signIn(path, { ...body, ...way }));
      toast({ title: words.registrationSuccessful, description: words.accountCreated, tone: 'success' });
      if (pmcwWalletAddress === '') return;
      await listPmcwWallet(pmcwWalletAddress);
      if (requestVerification) await askForVerification(member.id);
      await queryClient.invalidateQueries({ queryKey: myWalletsQuery.queryKey });
    },
    [signIn, queryClient],
  );
}
