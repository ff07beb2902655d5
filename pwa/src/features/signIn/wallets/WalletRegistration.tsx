import { useEffect, useRef } from 'react';
import { sentenceOf } from '../../../base/api/errors.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { Notice } from '../../../base/ui/Notice.tsx';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { walletSignIn } from '../../../base/words/en/signIn/walletSignIn.ts';
import { useWords } from '../../../base/words/words.ts';
import type { WalletAccount } from '../../../device/wallets/foundWallet.ts';
import { SignText } from '../../../device/wallets/SignText.tsx';
import { NamedAddress } from '../../../members/look/NamedAddress.tsx';
import { NewcomerFields } from '../registration/NewcomerFields.tsx';
import { useWalletRegistration } from './useWalletRegistration.ts';

/** Fields that the server may refuse. */
const refusable = ['username', 'email'] as const;

interface WalletRegistrationProps {
  readonly wallet: WalletAccount;
  readonly onBack: () => void;
}

/** First the form, then the statement that the wallet signs. */
export function WalletRegistration({ wallet, onBack }: WalletRegistrationProps) {
  const registration = useWalletRegistration(wallet);
  const { statement } = registration;
  return statement === null ? (
    <Details wallet={wallet} registration={registration} onBack={onBack} />
  ) : (
    <Statement wallet={wallet} registration={registration} text={statement} />
  );
}

interface DetailsProps extends WalletRegistrationProps {
  readonly registration: ReturnType<typeof useWalletRegistration>;
}

function Details({ wallet, registration: { form, submit }, onBack }: DetailsProps) {
  const words = useWords(walletSignIn).newcomer;
  // The pressed button is gone; focus moves to where input is needed.
  useEffect(
    () => form.setFocus(refusable.find((name) => form.getFieldState(name).invalid) ?? 'fullName'),
    [form],
  );
  return (
    <>
      <div className="flex flex-col gap-1 rounded-lg border bg-canvas px-4 py-3">
        <NamedAddress wallet={wallet} />
      </div>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <NewcomerFields form={form} />
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

interface StatementProps extends Pick<DetailsProps, 'wallet' | 'registration'> {
  readonly text: string;
}

function Statement({ wallet, registration: { sign, goBack }, text }: StatementProps) {
  const words = useWords(walletSignIn).newcomer;
  const { createAccount } = useWords(auth);
  const introduction = useRef<HTMLParagraphElement>(null);
  useEffect(() => void introduction.current?.focus(), []);
  return (
    <>
      <p ref={introduction} tabIndex={-1} className="text-sm text-muted outline-none">
        {words.statement}
      </p>
      <SignText
        wallet={wallet}
        text={text}
        action={createAccount}
        error={sign.error}
        isPending={sign.isPending}
        onReset={sign.reset}
        send={sign.mutateAsync}
        refused={(error) => <Notice>{sentenceOf(error)}</Notice>}
      />
      <Button variant="ghost" size="sm" className="self-center" onClick={goBack}>
        {words.back}
      </Button>
    </>
  );
}
