import type { SessionUser } from '@pmcw/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { send } from '../../../base/api/client.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { toastError } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { account } from '../../../base/words/en/signIn/account.ts';
import { currentWords, useWords } from '../../../base/words/words.ts';
import { signInOptionsQuery } from '../../../members/session/signInOptionsQuery.ts';

function useSendAgain() {
  return useMutation({
    mutationFn: () => send('/api/user/email-confirmation', { method: 'POST' }),
    onSuccess: () => toast({ title: currentWords(account).email.sent, tone: 'success' }),
    onError: (error) => toastError(currentWords(account).email.notSent, error),
  });
}

/** Undefined until known; only unconfirmed members wait for it. */
export function useIsUnconfirmed(user: SessionUser | null): boolean | undefined {
  const isInQuestion = user !== null && !user.isEmailConfirmed && user.email !== '';
  const { data, isPending } = useQuery({ ...signInOptionsQuery, enabled: isInQuestion });
  if (!isInQuestion) return false;
  return isPending ? undefined : data?.resetByMail === true;
}

export function UnconfirmedEmail({ email }: { readonly email: string }) {
  const words = useWords(account).email;
  const sendAgain = useSendAgain();
  return (
    <section
      aria-label={words.title}
      className="mt-6 flex flex-wrap items-start gap-x-4 gap-y-3 sm:items-center rounded-lg border bg-raised px-4 py-3 text-sm"
    >
      <Mail aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <p className="min-w-0 flex-1 basis-64 text-muted">
        <strong className="font-medium text-fg">{words.title}</strong>{' '}
        <span className="wrap-anywhere">{words.text(email)}</span>
      </p>
      <Button
        size="sm"
        variant="secondary"
        isPending={sendAgain.isPending}
        onClick={() => sendAgain.mutate()}
      >
        {words.sendAgain}
      </Button>
    </section>
  );
}
