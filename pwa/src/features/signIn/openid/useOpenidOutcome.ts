import { type OpenidOutcome, openidOutcomes } from '@pmcw/contracts';
import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { toast } from '../../../base/ui/toasts.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { openid } from '../../../base/words/en/signIn/openid.ts';
import { currentWords } from '../../../base/words/words.ts';
import { pathAfterSignIn, takeGoingTo } from '../../../members/session/goingTo.ts';
import { useSession } from '../../../members/session/session.tsx';

const parameter = 'openid';
const outcomeSchema = v.picklist(openidOutcomes);

/** @param fullName null for visitors */
function toastOutcome(outcome: Exclude<OpenidOutcome, 'sign-up'>, fullName: string | null): void {
  const words = currentWords(openid);
  switch (outcome) {
    case 'signed-in': {
      const { loginSuccessful: title, welcomeBack } = currentWords(auth);
      toast({ title, description: welcomeBack(fullName ?? ''), tone: 'success' });
      return;
    }
    case 'added':
      toast({ title: words.added, description: words.addedText, tone: 'success' });
      return;
    case 'proved':
      toast({ title: words.proved, description: words.provedText, tone: 'success' });
      return;
    default: {
      const title = fullName === null ? words.notSignedIn : words.notChanged;
      toast({ title, description: words.failures[outcome], tone: 'danger' });
    }
  }
}

/**
 * Reports the outcome in the address after a return from the provider, and removes it.
 * @returns whether the visitor may register, and a function that leaves that
 */
export function useOpenidOutcome(): { readonly isSignUp: boolean; readonly leave: () => void } {
  const { state } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const { user, showRefusal } = useSession();
  const navigate = useNavigate();
  const given = v.safeParse(outcomeSchema, parameters.get(parameter));
  const outcome = given.success ? given.output : null;
  const fullName = user?.fullName ?? null;
  const leave = useCallback(() => {
    const without = (before: URLSearchParams) => {
      before.delete(parameter);
      return before;
    };
    setParameters(without, { replace: true, state });
  }, [setParameters, state]);
  useEffect(() => {
    if (outcome === null || outcome === 'sign-up') return;
    if (outcome === 'suspended') showRefusal('suspended');
    toastOutcome(outcome, fullName);
    const kept = outcome === 'signed-in' ? takeGoingTo() : null;
    if (kept === null) leave();
    else void navigate(pathAfterSignIn(kept), { replace: true });
  }, [outcome, fullName, showRefusal, leave, navigate]);
  // Registration ends at /auth, which leads on.
  useEffect(() => {
    const kept = outcome === 'sign-up' ? takeGoingTo() : null;
    if (kept !== null) void navigate({ search: `?${parameter}=sign-up` }, { replace: true, state: kept });
  }, [outcome, navigate]);
  return { isSignUp: outcome === 'sign-up', leave };
}
