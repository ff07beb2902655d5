import { type OwnSignInMethod, renamePasskeyBodySchema } from '@pmcw/contracts';
import { send } from '../../../base/api/client.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../../base/forms/useUnsavedWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { TextField } from '../../../base/ui/TextField.tsx';
import { orToast } from '../../../base/ui/toastError.ts';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { useWords } from '../../../base/words/words.ts';

interface RenameDialogProps {
  /** Null closes the dialog. */
  readonly method: OwnSignInMethod | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function RenameDialog({ method, onClose, onDone }: RenameDialogProps) {
  const words = useWords(signInMethods).renaming;
  return (
    <Dialog open={method !== null} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={words.title}>
        {method !== null && <NameForm method={method} onDone={onDone} />}
      </DialogContent>
    </Dialog>
  );
}

function NameForm({ method, onDone }: { readonly method: OwnSignInMethod; readonly onDone: () => void }) {
  const words = useWords(signInMethods).renaming;
  const { form, submit } = useSchemaForm({
    schema: renamePasskeyBodySchema,
    defaultValues: { name: method.name ?? '' },
    onSubmit: async (body, { reset }) => {
      const path = `/api/user/passkeys/${encodeURIComponent(method.id)}`;
      await orToast(words.failed, () => send(path, { method: 'PATCH', body }));
      reset(body);
      onDone();
    },
  });
  useUnsavedWarning(form);
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <TextField
        label={words.name}
        error={errors.name?.message}
        autoComplete="off"
        {...form.register('name')}
      />
      <Button type="submit" isPending={isSubmitting} className="w-full">
        {words.save}
      </Button>
    </form>
  );
}
