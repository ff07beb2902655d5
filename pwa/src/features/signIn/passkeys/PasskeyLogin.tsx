import type { PasskeyAnswer } from '@pmcw/contracts';
import { Fingerprint } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { toastError } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { currentWords, useWords } from '../../../base/words/words.ts';
import { useSignIn } from '../../../members/session/useSignIn.ts';
import { cancelPasskeyRequest, offerPasskeys, requestPasskey, sentenceOfFailure } from './ceremony.ts';
import { sendAnswer } from './forgetPasskey.ts';

const path = '/api/login/passkey';

/** By button, and by autofill of the username. */
export default function PasskeyLogin() {
  const words = useWords(signInMethods).login;
  const [isPending, setPending] = useState(false);
  const signIn = usePasskeySignIn();
  useAutofill(signIn, isPending);
  const signInByPress = () => {
    setPending(true);
    requestPasskey(`${path}/options`)
      .then(signIn)
      .catch(toastFailure)
      .finally(() => setPending(false));
  };
  return (
    <Button size="lg" variant="secondary" isPending={isPending} onClick={signInByPress} className="w-full">
      <Fingerprint aria-hidden="true" />
      {words.button}
    </Button>
  );
}

function toastFailure(error: unknown): void {
  const title = currentWords(signInMethods).login.failed;
  toastError(title, error, sentenceOfFailure);
}

function usePasskeySignIn(): (credential: PasskeyAnswer) => Promise<void> {
  const signIn = useSignIn();
  return useCallback(
    async (credential) => {
      const { fullName } = await sendAnswer(credential, () => signIn(path, { credential }));
      const { loginSuccessful: title, welcomeBack } = currentWords(auth);
      toast({ title, description: welcomeBack(fullName), tone: 'success' });
    },
    [signIn],
  );
}

/** Offers autofill of passkeys while no other request runs. Unrequested failures stay silent. */
function useAutofill(signIn: (credential: PasskeyAnswer) => Promise<void>, isButtonPending: boolean): void {
  useEffect(() => {
    if (isButtonPending) return;
    let isWanted = true;
    offerPasskeys(`${path}/options`)
      .catch(() => null)
      .then((credential) => (credential !== null && isWanted ? signIn(credential) : undefined))
      .catch(toastFailure);
    return () => {
      isWanted = false;
      void cancelPasskeyRequest();
    };
  }, [signIn, isButtonPending]);
}
