import { type PasskeyAnswer, sessionUserSchema } from '@pmcw/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { settleSession } from '../accounts/sessionQuery.ts';
import { fetchJson } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toasts.ts';
import { session } from '../words/en/session.ts';
import { signInMethods } from '../words/en/signInMethods.ts';
import { currentLanguage, currentWords, useWords } from '../words/words.ts';
import { askPasskey, offerPasskeys, sentenceOfFailure, stopAsking } from './ceremony.ts';

const path = '/api/login/passkey';

/** Signs in with a passkey: by a button, and where the browser offers it as the username is typed. */
export default function PasskeyLogin() {
  const words = useWords(signInMethods).login;
  const [isPending, setPending] = useState(false);
  const signIn = useSignIn();
  useOffered(signIn, isPending);
  const ask = () => {
    setPending(true);
    askPasskey(`${path}/options`)
      .then(signIn)
      .catch(tell)
      .finally(() => setPending(false));
  };
  return (
    <Button size="lg" variant="secondary" isPending={isPending} onClick={ask} className="w-full">
      <Fingerprint aria-hidden="true" />
      {words.button}
    </Button>
  );
}

function tell(error: unknown): void {
  const title = currentWords(signInMethods).login.failed;
  toast({ title, description: sentenceOfFailure(error), tone: 'danger' });
}

function useSignIn(): (credential: PasskeyAnswer) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (credential) => {
      const headers = { 'accept-language': currentLanguage() };
      const request = { method: 'POST', body: { credential }, headers } as const;
      const member = await fetchJson(path, sessionUserSchema, request);
      await settleSession(queryClient, member);
      const { loginSuccessful: title, welcomeBack } = currentWords(session);
      toast({ title, description: welcomeBack(member.fullName), tone: 'success' });
    },
    [queryClient],
  );
}

/** Offers passkeys with the usernames that the browser knows, while nothing else is asked of it. What goes wrong unasked is not told. */
function useOffered(signIn: (credential: PasskeyAnswer) => Promise<void>, isAskedOtherwise: boolean): void {
  useEffect(() => {
    if (isAskedOtherwise) return;
    let isWanted = true;
    offerPasskeys(`${path}/options`)
      .catch(() => null)
      .then((credential) => (credential !== null && isWanted ? signIn(credential) : undefined))
      .catch(tell);
    return () => {
      isWanted = false;
      void stopAsking();
    };
  }, [signIn, isAskedOtherwise]);
}
