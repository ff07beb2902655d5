import { loginBodySchema } from '@pmcw/contracts';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { send } from '../../../base/api/client.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../../base/forms/useUnsavedWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { TextField } from '../../../base/ui/TextField.tsx';
import { orToast } from '../../../base/ui/toastError.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { currentLanguage, useWords } from '../../../base/words/words.ts';

const schema = v.object({ username: loginBodySchema.entries.username });

interface ResetMailFormProps {
  readonly onNoMail: () => void;
}

/** Shows the same result whether the account exists or not. */
export function ResetMailForm({ onNoMail }: ResetMailFormProps) {
  const words = useWords(auth).forgotten.mail;
  const [isSent, setIsSent] = useState(false);
  const { form, submit } = useSchemaForm({
    schema,
    defaultValues: { username: '' },
    onSubmit: async ({ username }, { reset }) => {
      const body = { username, language: currentLanguage() };
      await orToast(words.failed, () => send('/api/forgot-password', { method: 'POST', body }));
      reset();
      setIsSent(true);
    },
  });
  useUnsavedWarning(form);
  const { errors, isSubmitting } = form.formState;
  return (
    <div className="flex flex-col gap-3">
      {isSent ? (
        <p role="status" className="flex gap-3 text-sm">
          <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
          {words.sent}
        </p>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-3">
          <TextField
            label={words.name}
            error={errors.username?.message}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('username')}
          />
          <Button type="submit" isPending={isSubmitting}>
            {words.send}
          </Button>
        </form>
      )}
      <Button
        variant="ghost"
        size="sm"
        className="h-auto! min-h-9 self-center py-1.5 whitespace-normal!"
        onClick={onNoMail}
      >
        {words.none}
      </Button>
    </div>
  );
}
