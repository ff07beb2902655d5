import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { send } from '../../../base/api/client.ts';
import { sentenceOf } from '../../../base/api/errors.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { useWords } from '../../../base/words/words.ts';
import { useSession } from '../../../members/session/session.tsx';

interface ConfirmEmailProps {
  /** From the mailed link. */
  readonly token: string;
  /** Called when the member leaves, confirmed or not. */
  readonly onDone: () => void;
}

/** Requires a press, because mail scanners open links, too. */
export function ConfirmEmail({ token, onDone }: ConfirmEmailProps) {
  const words = useWords(auth).confirm;
  const { user, refresh } = useSession();
  const confirm = useMutation({
    mutationFn: () => send('/api/confirm-email', { method: 'POST', body: { token } }),
    onSuccess: refresh,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone; screen readers continue here.
  useEffect(() => {
    if (confirm.isSuccess) heading.current?.focus();
  }, [confirm.isSuccess]);
  return (
    <div className="flex flex-col items-start gap-3">
      <MailCheck aria-hidden="true" className="size-8 text-muted" strokeWidth={1.75} />
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {confirm.isSuccess ? words.done : words.title}
      </h2>
      <p className="-mt-2 mb-2 text-sm text-muted">{confirm.isSuccess ? words.doneText : words.text}</p>
      {confirm.isError && (
        <p role="alert" className="text-sm text-danger">
          {sentenceOf(confirm.error)}
        </p>
      )}
      {!confirm.isSuccess && (
        <Button size="lg" isPending={confirm.isPending} className="w-full" onClick={() => confirm.mutate()}>
          {words.action}
        </Button>
      )}
      <Button
        variant={confirm.isSuccess ? 'secondary' : 'ghost'}
        size="sm"
        className="self-center"
        onClick={onDone}
      >
        {user === null ? words.toLogin : words.toProfile}
      </Button>
    </div>
  );
}
