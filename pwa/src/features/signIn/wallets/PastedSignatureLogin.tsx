import { addWalletBodySchema, type WalletSignInRequest } from '@pmcw/contracts';
import { useState } from 'react';
import { sentenceOf } from '../../../base/api/errors.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { Address } from '../../../base/ui/Address.tsx';
import { Button } from '../../../base/ui/Button.tsx';
import { orToast } from '../../../base/ui/toastError.ts';
import { walletSignIn } from '../../../base/words/en/signIn/walletSignIn.ts';
import { useWords } from '../../../base/words/words.ts';
import type { WalletAccount } from '../../../device/wallets/foundWallet.ts';
import { PasteSignature } from '../../../device/wallets/PasteSignature.tsx';
import { StatementText } from '../../../device/wallets/StatementText.tsx';
import { WalletFields } from '../../../members/look/WalletFields.tsx';
import { useSendSigned } from './useWalletSignIn.ts';
import { askToSignIn, isUnknownWallet } from './walletSignIn.ts';

/** Networks whose addresses can sign in. */
const networks = ['ETH', 'PMCW', 'BSC', 'MATIC', 'AVAX', 'SOL'] as const;

interface Asked extends WalletSignInRequest, WalletAccount {}

/** For wallets outside this browser: enter the address, copy the text, paste the signature. */
export function PastedSignatureLogin({
  onUnknown,
}: {
  readonly onUnknown: (address: WalletAccount) => void;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return asked === null ? (
    <AddressForm onAsked={setAsked} />
  ) : (
    <Signature asked={asked} onUnknown={onUnknown} onBack={() => setAsked(null)} />
  );
}

function AddressForm({ onAsked }: { readonly onAsked: (asked: Asked) => void }) {
  const words = useWords(walletSignIn);
  const { form, submit } = useSchemaForm({
    schema: addWalletBodySchema,
    defaultValues: { network: 'ETH', address: '' },
    onSubmit: async (wallet) => {
      const request = await orToast(words.failed, () => askToSignIn(wallet));
      onAsked({ ...wallet, ...request });
    },
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <WalletFields form={form} networks={networks} labels={words} />
      <Button type="submit" isPending={form.formState.isSubmitting} className="w-full">
        {words.getText}
      </Button>
    </form>
  );
}

interface SignatureProps {
  readonly asked: Asked;
  readonly onUnknown: (address: WalletAccount) => void;
  readonly onBack: () => void;
}

function Signature({ asked, onUnknown, onBack }: SignatureProps) {
  const words = useWords(walletSignIn);
  const send = useSendSigned();
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { network, address, message } = asked;
  const signIn = (signature: string) => {
    setPending(true);
    send({ message, signature })
      .catch((error: unknown) =>
        isUnknownWallet(error) ? onUnknown({ network, address }) : setRefusal(sentenceOf(error)),
      )
      .finally(() => setPending(false));
  };
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-start justify-between gap-3">
        <Address address={address} />
        <Button size="sm" variant="secondary" onClick={onBack}>
          {words.otherAddress}
        </Button>
      </div>
      <StatementText statement={message} />
      <PasteSignature
        kind={network === 'SOL' ? 'solana' : 'evm'}
        address={address}
        action={words.signIn}
        isDisabled={false}
        isPending={isPending}
        refusal={refusal}
        onSignature={signIn}
        onChange={() => setRefusal(undefined)}
      />
    </div>
  );
}
