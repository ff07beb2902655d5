import { send } from '../../base/api/client.ts';
import { useSchemaForm } from '../../base/forms/useSchemaForm.ts';
import { Button } from '../../base/ui/Button.tsx';
import { Dialog, DialogContent } from '../../base/ui/Dialog.tsx';
import { signInMethods } from '../../base/words/en/signInMethods.ts';
import { useWords } from '../../base/words/words.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { newPasswordSchema } from './newPassword.ts';

export interface NewPasswordDialogProps {
  readonly username: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Sends it, and tells what comes of it. What it throws stands at the fields. */
  readonly onChosen: (send: () => Promise<unknown>) => Promise<void>;
}

/** Chooses a password where the member has none, `POST /api/user/password`. */
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
    onSubmit: ({ newPassword }) =>
      onChosen(() => send('/api/user/password', { method: 'POST', body: { newPassword } })),
  });
  const { isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordFields form={form} labels={[words.new, words.confirm]} />
      <Button type="submit" isPending={isSubmitting} className="w-full">
        {words.save}
      </Button>
    </form>
  );
}
