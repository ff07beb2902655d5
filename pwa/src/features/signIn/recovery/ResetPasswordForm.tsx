import { useState } from 'react';
import { send } from '../../../base/api/client.ts';
import { ApiError } from '../../../base/api/errors.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../../base/forms/useUnsavedWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { Loading } from '../../../base/ui/Loading.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { orToast } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { useWords } from '../../../base/words/words.ts';
import { useIsCutOff } from '../../../device/offline/kept/useIsCutOff.ts';
import { useSession } from '../../../members/session/session.tsx';
import { NewPasswordFields } from '../passwords/NewPasswordFields.tsx';
import { newPasswordSchema } from '../passwords/newPassword.ts';
import { KeptWays, useRecoveryWays } from './KeptWays.tsx';

interface ResetPasswordFormProps {
  /** From a mailed link, or one of an administrator. */
  readonly token: string;
  /** The password was changed, or the visitor prefers to sign in. */
  readonly onDone: () => void;
}

/** Reported when the link is used. */
const isInvalid = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'reset_link_invalid';

/** Ends every session. */
export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const words = useWords(auth).reset;
  const { refresh } = useSession();
  const ways = useRecoveryWays(token);
  const isCutOff = useIsCutOff();
  const [kept, setKept] = useState<readonly string[]>([]);
  const { form, submit } = useSchemaForm({
    schema: newPasswordSchema,
    defaultValues: { newPassword: '', confirmPassword: '' },
    onSubmit: async ({ newPassword }, { reset }) => {
      const body = { token, newPassword, keep: kept };
      await orToast(words.failed, () => send('/api/reset-password', { method: 'POST', body }));
      toast({ title: words.done, description: words.doneText, tone: 'success' });
      reset();
      await refresh();
      onDone();
    },
  });
  useUnsavedWarning(form);
  const { isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <h2 className="text-xl">{words.title}</h2>
      <p className="-mt-2 mb-2 text-sm text-muted">{words.text}</p>
      {ways.isPending && !isCutOff ? (
        <FieldsSkeleton />
      ) : (
        <>
          <NewPasswordFields form={form} labels={[words.newPassword, words.confirmPassword]} />
          {!isInvalid(ways.error) && <KeptWays ways={ways} kept={kept} onChange={setKept} />}
          <Button type="submit" size="lg" isPending={isSubmitting} className="mt-2 w-full">
            {words.save}
          </Button>
        </>
      )}
      <Button variant="ghost" size="sm" className="self-center" onClick={onDone}>
        {words.toLogin}
      </Button>
    </form>
  );
}

/** As high as both fields and the button, until it is known whether there are other ways to sign in. */
function FieldsSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-64" />
    </Loading>
  );
}
