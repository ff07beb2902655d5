import { send } from '../../../base/api/client.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../../base/forms/useUnsavedWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { useWords } from '../../../base/words/words.ts';
import { HiddenUsername } from './HiddenUsername.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { newPasswordSchema } from './newPassword.ts';

interface NewPasswordDialogProps {
  readonly username: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Runs the request and reports its result; errors it throws are shown at the fields. */
  readonly onChosen: (send: () => Promise<unknown>) => Promise<void>;
}

/** For members without a password. */
export function NewPasswordDialog({ username, isOpen, onClose, onChosen }: NewPasswordDialogProps) {
  const words = useWords(signInMethods).newPassword;
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={words.title} description={words.text}>
        <NewPasswordForm username={username} onChosen={onChosen} />
      </DialogContent>
    </Dialog>
  );
}

function NewPasswordForm({ username, onChosen }: Pick<NewPasswordDialogProps, 'username' | 'onChosen'>) {
  const words = useWords(signInMethods).newPassword;
  const { form, submit } = useSchemaForm({
    schema: newPasswordSchema,
    defaultValues: { newPassword: '', confirmPassword: '' },
    onSubmit: async ({ newPassword }, { reset }) => {
      await onChosen(() => send('/api/user/password', { method: 'POST', body: { newPassword } }));
      reset();
    },
  });
  useUnsavedWarning(form);
  const { isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <HiddenUsername username={username} />
      <NewPasswordFields form={form} labels={[words.new, words.confirm]} />
      <Button type="submit" isPending={isSubmitting} className="w-full">
        {words.save}
      </Button>
    </form>
  );
}
