import { changePasswordBodySchema, validationTexts } from '@pmcw/contracts';
import { clsx } from 'clsx';
import * as v from 'valibot';
import { send } from '../../../base/api/client.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../../base/forms/useUnsavedWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { PasswordField } from '../../../base/ui/PasswordField.tsx';
import { orToast } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { account } from '../../../base/words/en/signIn/account.ts';
import { currentWords, useWords } from '../../../base/words/words.ts';
import { HiddenUsername } from '../passwords/HiddenUsername.tsx';
import {
  isConfirmed,
  newPasswordEntries,
  type PasswordStrength,
  strengthOf,
} from '../passwords/newPassword.ts';

const schema = v.pipe(
  v.object({ currentPassword: changePasswordBodySchema.entries.currentPassword, ...newPasswordEntries }),
  v.forward(
    v.partialCheck(
      [['newPassword'], ['confirmPassword']],
      isConfirmed,
      validationTexts.newPasswordsDoNotMatch,
    ),
    ['confirmPassword'],
  ),
);

interface ChangePasswordDialogProps {
  readonly username: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Ends the member's other sessions. */
export function ChangePasswordDialog({ username, isOpen, onClose }: ChangePasswordDialogProps) {
  const words = useWords(account).password;
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={words.title} description={words.text}>
        <ChangePasswordForm username={username} onDone={onClose} />
      </DialogContent>
    </Dialog>
  );
}

async function changePassword(body: v.InferOutput<typeof schema>): Promise<void> {
  const words = currentWords(account).password;
  await orToast(words.notUpdated, () => send('/api/user/change-password', { method: 'POST', body }));
  toast({ title: words.updated, description: words.updatedText, tone: 'success' });
}

function ChangePasswordForm({
  username,
  onDone,
}: {
  readonly username: string;
  readonly onDone: () => void;
}) {
  const words = useWords(account).password;
  const { form, submit } = useSchemaForm({
    schema,
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    onSubmit: async (body, { reset }) => {
      await changePassword(body);
      reset();
      onDone();
    },
  });
  useUnsavedWarning(form);
  const { errors, isSubmitting, touchedFields } = form.formState;
  const deps = touchedFields.confirmPassword === true ? (['confirmPassword'] as const) : [];
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <HiddenUsername username={username} />
      <PasswordField
        label={words.current}
        error={errors.currentPassword?.message}
        autoComplete="current-password"
        {...form.register('currentPassword')}
      />
      <PasswordField
        label={words.new}
        error={errors.newPassword?.message}
        autoComplete="new-password"
        {...form.register('newPassword', { deps: [...deps] })}
      />
      <StrengthHint strength={strengthOf(form.watch('newPassword'))} />
      <PasswordField
        label={words.confirm}
        error={errors.confirmPassword?.message}
        autoComplete="new-password"
        {...form.register('confirmPassword')}
      />
      <Button type="submit" isPending={isSubmitting} className="mt-2 w-full">
        {words.save}
      </Button>
    </form>
  );
}

const steps = ['weak', 'fair', 'strong'] as const satisfies readonly PasswordStrength[];
const stepLooks = { weak: 'bg-danger', fair: 'bg-muted', strong: 'bg-success' } as const;

/** Keeps its space while the field is empty. */
function StrengthHint({ strength }: { readonly strength: PasswordStrength | null }) {
  const words = useWords(account).password;
  const reached = strength === null ? -1 : steps.indexOf(strength);
  return (
    <div className="-mt-2 mb-1 flex items-center gap-3">
      <div aria-hidden="true" className="flex flex-1 gap-1.5">
        {steps.map((step, index) => (
          <span
            key={step}
            className={clsx(
              'h-1 flex-1 rounded-full transition',
              strength !== null && index <= reached ? stepLooks[strength] : 'bg-line-strong',
            )}
          />
        ))}
      </div>
      <p role="status" className="min-h-4 min-w-20 text-right text-xs text-muted">
        {strength !== null && words.strengths[strength]}
      </p>
    </div>
  );
}
