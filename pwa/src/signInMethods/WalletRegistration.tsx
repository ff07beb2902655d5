import { networkName, type UserType, type WalletChallenge } from '@pmcw/contracts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type * as v from 'valibot';
import { NewcomerFields } from '../accounts/NewcomerFields.tsx';
import { emptyNewcomer, newcomerSchema } from '../accounts/registration.ts';
import { useRegister } from '../accounts/useRegister.ts';
import { ApiError, sentenceOf } from '../api/errors.ts';
import { showFieldErrors } from '../forms/fieldErrors.ts';
import { useSchemaForm } from '../forms/useSchemaForm.ts';
import { Address } from '../profiles/Address.tsx';
import { NetworkDot } from '../profiles/NetworkChip.tsx';
import { Button } from '../ui/Button.tsx';
import { orToast } from '../ui/orToast.ts';
import { Notice } from '../walletProofs/Notice.tsx';
import { SignText } from '../walletProofs/SignText.tsx';
import type { WalletAccount } from '../walletProofs/wallets/foundWallet.ts';
import { auth } from '../words/en/auth.ts';
import { walletSignIn } from '../words/en/walletSignIn.ts';
import { useWords } from '../words/words.ts';
import { askToRegister } from './walletSignIn.ts';

/** Fields that the server may refuse. */
const focused = ['username', 'email'] as const;

type Newcomer = v.InferOutput<typeof newcomerSchema>;

/** What a newcomer's wallet is asked to sign, and what it has signed already. */
interface Statement {
  readonly username: string;
  readonly challenge: WalletChallenge;
  readonly signature: string | null;
}

/** Props of `WalletRegistration`. */
export interface WalletRegistrationProps {
  /** That the newcomer will sign in with. */
  readonly wallet: WalletAccount;
  /** They rather sign in by another one. */
  readonly onBack: () => void;
}

/** Makes a new member who will sign in by a wallet: what they say of themselves, then the statement that their wallet signs. */
export function WalletRegistration({ wallet, onBack }: WalletRegistrationProps) {
  const words = useWords(walletSignIn).newcomer;
  const { registrationFailed, createAccount } = useWords(auth);
  const register = useRegister();
  const [statement, setStatement] = useState<Statement | null>(null);
  const [signing, setSigning] = useState<Newcomer | null>(null);

  const send = async (newcomer: Newcomer, { nonce }: WalletChallenge, signature: string) => {
    try {
      await register('/api/register/wallet', newcomer, { nonce, signature });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'challenge_invalid') setStatement(null);
      throw error;
    }
  };
  const { form, submit } = useSchemaForm({
    schema: newcomerSchema,
    defaultValues: emptyNewcomer,
    onSubmit: async (newcomer) => {
      const { username } = newcomer;
      // Who comes back to mend another field need not sign the same again.
      const isSame = statement?.username === username;
      if (isSame && statement.signature !== null) {
        await send(newcomer, statement.challenge, statement.signature);
        return;
      }
      if (!isSame) {
        const challenge = await orToast(registrationFailed, () => askToRegister(username, wallet));
        setStatement({ username, challenge, signature: null });
      }
      setSigning(newcomer);
    },
  });
  const isSigning = signing !== null;
  const aim = useRef<HTMLParagraphElement>(null);
  // What was pressed is gone; the keyboard goes on where there is something to do.
  useEffect(() => {
    if (isSigning) aim.current?.focus();
    else form.setFocus(focused.find((name) => form.getFieldState(name).invalid) ?? 'fullName');
  }, [isSigning, form]);
  const sign = useMutation<void, Error, string>({
    mutationFn: async (signature) => {
      if (signing === null || statement === null) return;
      await send(signing, statement.challenge, signature).catch((error: unknown) => {
        // A signature that does not fit is made anew; all else is mended in the fields.
        if (error instanceof ApiError && error.code !== 'proof_invalid') {
          setStatement((now) => now && { ...now, signature });
          setSigning(null);
          showFieldErrors(error, form);
        }
        throw error;
      });
    },
  });
  if (signing !== null && statement !== null) {
    return (
      <>
        <p ref={aim} tabIndex={-1} className="text-sm text-muted outline-none">
          {words.statement}
        </p>
        <SignText
          wallet={wallet}
          text={statement.challenge.statement}
          action={createAccount}
          error={sign.error}
          isPending={sign.isPending}
          onReset={sign.reset}
          send={sign.mutateAsync}
          refused={(error) => <Notice>{sentenceOf(error)}</Notice>}
        />
        <Button variant="ghost" size="sm" className="self-center" onClick={() => setSigning(null)}>
          {words.back}
        </Button>
      </>
    );
  }
  const newcomer = {
    register: form.register,
    errors: form.formState.errors,
    userType: form.watch('userType') ?? 'General User',
    onUserType: (chosen: UserType) => form.setValue('userType', chosen),
  };
  return (
    <>
      <WhichAddress wallet={wallet} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <NewcomerFields form={newcomer} />
        <p className="text-sm text-muted">{words.twice}</p>
        <Button type="submit" isPending={form.formState.isSubmitting} className="w-full">
          {words.next}
        </Button>
        <Button variant="ghost" size="sm" className="self-center" onClick={onBack}>
          {words.back}
        </Button>
      </form>
    </>
  );
}

function WhichAddress({ wallet: { network, address } }: { readonly wallet: WalletAccount }) {
  return (
    <div className="flex flex-col gap-1 rounded-lg border bg-canvas px-4 py-3">
      <span className="flex items-center gap-2 text-sm font-medium">
        <NetworkDot network={network} className="size-2.5" />
        {networkName(network)}
      </span>
      <Address address={address} />
    </div>
  );
}
