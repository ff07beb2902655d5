import { type SessionUser, validationTexts } from '@pmcw/contracts';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { send } from '../api/client.ts';
import { useSchemaForm } from '../forms/useSchemaForm.ts';
import { ProviderButton } from '../openid/ProviderButton.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogContent } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { toast } from '../ui/toasts.ts';
import { openid } from '../words/en/openid.ts';
import { signInMethods } from '../words/en/signInMethods.ts';
import { currentWords, useWords } from '../words/words.ts';
import { askPasskey, sentenceOfFailure } from './ceremony.ts';

const path = '/api/user/fresh-proof';
const schema = v.object({
  password: v.pipe(v.string(), v.minLength(1, validationTexts.passwordRequired)),
});

/** Props of `ProofDialog`. */
export interface ProofDialogProps {
  readonly user: SessionUser;
  /** By what the member can prove that it is them. */
  readonly has: {
    readonly password: boolean;
    readonly passkey: boolean;
    /** What the provider is called at which they sign in; null where they don't. */
    readonly openid: string | null;
  };
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** It is proved: what was meant can go on. */
  readonly onProved: () => void;
}

/** Asks the member to prove that it is them, by password, passkey or provider, `POST /api/user/fresh-proof`. */
export function ProofDialog({ user, has, isOpen, onClose, onProved }: ProofDialogProps) {
  const words = useWords(signInMethods).proof;
  const atProvider = useWords(openid);
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={words.title} description={words.text}>
        {has.password && <PasswordProof user={user} onProved={onProved} />}
        {has.passkey && <PasskeyProof onProved={onProved} />}
        {has.openid !== null && (
          <ProviderButton label={has.openid} start="/api/user/fresh-proof/openid/start">
            {atProvider.confirmWith(has.openid)}
          </ProviderButton>
        )}
      </DialogContent>
    </Dialog>
  );
}

async function orToast(prove: () => Promise<unknown>): Promise<void> {
  try {
    await prove();
  } catch (error) {
    const title = currentWords(signInMethods).proof.failed;
    toast({ title, description: sentenceOfFailure(error), tone: 'danger' });
    throw error;
  }
}

function PasswordProof({ user, onProved }: Pick<ProofDialogProps, 'user' | 'onProved'>) {
  const { password, proof } = useWords(signInMethods);
  const { form, submit } = useSchemaForm({
    schema,
    defaultValues: { password: '' },
    onSubmit: async (body) => {
      await orToast(() => send(path, { method: 'POST', body }));
      onProved();
    },
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      <Field label={password} error={errors.password?.message}>
        {(control) => (
          <PasswordInput autoComplete="current-password" {...control} {...form.register('password')} />
        )}
      </Field>
      <Button type="submit" isPending={isSubmitting} className="w-full">
        {proof.confirm}
      </Button>
    </form>
  );
}

function PasskeyProof({ onProved }: Pick<ProofDialogProps, 'onProved'>) {
  const words = useWords(signInMethods).proof;
  const [isPending, setPending] = useState(false);
  const prove = () => {
    setPending(true);
    orToast(async () => {
      const credential = await askPasskey(`${path}/options`);
      await send(path, { method: 'POST', body: { credential } });
    })
      // What went wrong was said.
      .then(onProved, () => undefined)
      .finally(() => setPending(false));
  };
  return (
    <Button variant="secondary" isPending={isPending} onClick={prove} className="w-full">
      <Fingerprint aria-hidden="true" />
      {words.byPasskey}
    </Button>
  );
}
