import { type SessionUser, type SignInMethodKind, validationTexts } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import * as v from 'valibot';
import { send } from '../../../base/api/client.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { lazyExtra } from '../../../base/ui/lazyPart.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { PasswordField } from '../../../base/ui/PasswordField.tsx';
import { orToast } from '../../../base/ui/toastError.ts';
import { openid } from '../../../base/words/en/signIn/openid.ts';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { useWords } from '../../../base/words/words.ts';
import { LoadingOrFailed } from '../../../device/offline/kept/LoadingOrFailed.tsx';
import { useSession } from '../../../members/session/session.tsx';
import { isAt, signInMethodsQuery } from '../../../members/session/signInMethodQueries.ts';
import { signInOptionsQuery } from '../../../members/session/signInOptionsQuery.ts';
import { ProviderButton } from '../openid/ProviderButton.tsx';
import { requestPasskey, sentenceOfFailure } from '../passkeys/ceremony.ts';
import { sendAnswer } from '../passkeys/forgetPasskey.ts';
import { HiddenUsername } from '../passwords/HiddenUsername.tsx';
import { useSignInWallets } from '../wallets/useSignInWallets.ts';

const WalletProof = lazyExtra(() => import('./WalletProof.tsx'));

const path = '/api/user/fresh-proof';
const schema = v.object({
  password: v.pipe(v.string(), v.minLength(1, validationTexts.passwordRequired)),
});

export interface ProofDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onProved: () => void;
}

/** Asks the member for a fresh proof by one of their sign-in methods. */
export default function ProofDialog({ isOpen, onClose, onProved }: ProofDialogProps) {
  const words = useWords(signInMethods).proof;
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <DialogContent title={words.title} description={words.text}>
        <Proofs onProved={onProved} />
      </DialogContent>
    </Dialog>
  );
}

function Proofs({ onProved }: Pick<ProofDialogProps, 'onProved'>) {
  const { failed } = useWords(signInMethods);
  const { user } = useSession();
  const { data, isError, refetch } = useQuery(signInMethodsQuery);
  const provider = useQuery(signInOptionsQuery).data?.openid?.label;
  const atProvider = useWords(openid);
  const wallets = useSignInWallets();
  if (data === undefined) {
    return <LoadingOrFailed hasFailed={isError} failure={failed} onRetry={() => void refetch()} />;
  }
  const has = (kind: SignInMethodKind) => data.some((method) => method.kind === kind);
  return (
    <>
      {has('password') && user !== null && <PasswordProof user={user} onProved={onProved} />}
      {has('passkey') && <PasskeyProof onProved={onProved} />}
      {provider !== undefined && data.some((method) => isAt(provider, method)) && (
        <ProviderButton label={provider} start="/api/user/fresh-proof/openid/start">
          {atProvider.confirmWith(provider)}
        </ProviderButton>
      )}
      {wallets.length > 0 && <WalletProof wallets={wallets} onProved={onProved} />}
    </>
  );
}

interface PasswordProofProps extends Pick<ProofDialogProps, 'onProved'> {
  readonly user: SessionUser;
}

function PasswordProof({ user, onProved }: PasswordProofProps) {
  const { password, proof } = useWords(signInMethods);
  const { form, submit } = useSchemaForm({
    schema,
    defaultValues: { password: '' },
    onSubmit: async (body) => {
      await orToast(proof.failed, () => send(path, { method: 'POST', body }), sentenceOfFailure);
      onProved();
    },
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <HiddenUsername username={user.username} />
      <PasswordField
        label={password}
        error={errors.password?.message}
        autoComplete="current-password"
        {...form.register('password')}
      />
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
    const act = async () => {
      const credential = await requestPasskey(`${path}/options`);
      await sendAnswer(credential, () => send(path, { method: 'POST', body: { credential } }));
    };
    orToast(words.failed, act, sentenceOfFailure)
      // The failure was already shown.
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
