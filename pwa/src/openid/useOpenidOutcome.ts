import { type OpenidOutcome, openidOutcomes } from '@pmcw/contracts';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { useSession } from '../accounts/session.tsx';
import { toast } from '../ui/toasts.ts';
import { auth } from '../words/en/auth.ts';
import { openid } from '../words/en/openid.ts';
import { currentWords } from '../words/words.ts';

const parameter = 'openid';
const outcomeSchema = v.picklist(openidOutcomes);

/** What is said of an outcome in passing. @param fullName of who is signed in now */
function tell(outcome: Exclude<OpenidOutcome, 'sign-up'>, fullName: string | null): void {
  const words = currentWords(openid);
  switch (outcome) {
    case 'signed-in': {
      const { loginSuccessful: title, welcomeBack } = currentWords(auth);
      return toast({ title, description: welcomeBack(fullName ?? ''), tone: 'success' });
    }
    case 'added':
      return toast({ title: words.added, description: words.addedText, tone: 'success' });
    case 'proved':
      return toast({ title: words.proved, description: words.provedText, tone: 'success' });
    default: {
      const title = fullName === null ? words.notSignedIn : words.notChanged;
      return toast({ title, description: words.failures[outcome], tone: 'danger' });
    }
  }
}

/**
 * Tells what came of a round to the provider, which the address of this screen says, and takes it out of there.
 * @returns whether somebody came who may register, and the way to leave that
 */
export function useOpenidOutcome(): { readonly isSignUp: boolean; readonly leave: () => void } {
  const [parameters, setParameters] = useSearchParams();
  const { user, refused } = useSession();
  const given = v.safeParse(outcomeSchema, parameters.get(parameter));
  const outcome = given.success ? given.output : null;
  const leave = () => {
    const rest = new URLSearchParams(parameters);
    rest.delete(parameter);
    setParameters(rest, { replace: true });
  };
  useEffect(() => {
    if (outcome === null || outcome === 'sign-up') return;
    if (outcome === 'suspended') refused('suspended');
    tell(outcome, user?.fullName ?? null);
    leave();
  }, [outcome]);
  return { isSignUp: outcome === 'sign-up', leave };
}
