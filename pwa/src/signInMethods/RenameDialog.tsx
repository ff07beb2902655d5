import { limits, type OwnSignInMethod, validationTexts } from '@pmcw/contracts';
import * as v from 'valibot';
import { send } from '../api/client.ts';
import { sentenceOf } from '../api/errors.ts';
import { useSchemaForm } from '../forms/useSchemaForm.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogContent } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { toast } from '../ui/toasts.ts';
import { signInMethods } from '../words/en/signInMethods.ts';
import { currentWords, useWords } from '../words/words.ts';

const say = validationTexts;
const schema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, say.invalidValue),
    v.maxLength(limits.passkeyNameMax, say.tooLong),
  ),
});

/** Props of `RenameDialog`. */
export interface RenameDialogProps {
  /** The passkey that is to be called something else; null while none is. */
  readonly method: OwnSignInMethod | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Calls a passkey something else, `PATCH /api/user/passkeys/{id}`. */
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

async function rename(id: string, body: v.InferOutput<typeof schema>): Promise<void> {
  try {
    await send(`/api/user/passkeys/${encodeURIComponent(id)}`, { method: 'PATCH', body });
  } catch (error) {
    const title = currentWords(signInMethods).renaming.failed;
    toast({ title, description: sentenceOf(error), tone: 'danger' });
    throw error;
  }
}

function NameForm({ method, onDone }: { readonly method: OwnSignInMethod; readonly onDone: () => void }) {
  const words = useWords(signInMethods).renaming;
  const { form, submit } = useSchemaForm({
    schema,
    defaultValues: { name: method.name ?? '' },
    onSubmit: async (body) => {
      await rename(method.id, body);
      onDone();
    },
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label={words.name} error={errors.name?.message}>
        {(control) => <Input autoComplete="off" {...control} {...form.register('name')} />}
      </Field>
      <Button type="submit" isPending={isSubmitting} className="w-full">
        {words.save}
      </Button>
    </form>
  );
}
