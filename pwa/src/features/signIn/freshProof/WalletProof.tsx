import { networkName, type Wallet } from '@pmcw/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { send } from '../../../base/api/client.ts';
import { sentenceOf } from '../../../base/api/errors.ts';
import { ShortAddress } from '../../../base/ui/Address.tsx';
import { Button } from '../../../base/ui/Button.tsx';
import { InlineError } from '../../../base/ui/InlineError.tsx';
import { Notice } from '../../../base/ui/Notice.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { walletSignIn } from '../../../base/words/en/signIn/walletSignIn.ts';
import { useWords } from '../../../base/words/words.ts';
import { SignText } from '../../../device/wallets/SignText.tsx';
import { askForWalletProof } from '../wallets/walletSignIn.ts';

interface WalletProofProps {
  readonly wallets: readonly Wallet[];
  readonly onProved: () => void;
}

export default function WalletProof({ wallets, onProved }: WalletProofProps) {
  const words = useWords(walletSignIn).proof;
  const [chosen, setChosen] = useState<Wallet | null>(null);
  if (chosen !== null) return <Signing wallet={chosen} onProved={onProved} />;
  return (
    <ul aria-label={words.which} className="flex flex-col gap-2.5">
      {wallets.map((wallet) => (
        <li key={wallet.id}>
          <Button
            variant="secondary"
            className="h-auto min-h-11 w-full flex-wrap gap-y-0 py-2"
            onClick={() => setChosen(wallet)}
          >
            <WalletMinimal aria-hidden="true" />
            {words.which}
            <span className="sr-only"> {networkName(wallet.network)}</span>
            <ShortAddress address={wallet.address} className="text-muted" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Signing({ wallet, onProved }: { readonly wallet: Wallet } & Pick<WalletProofProps, 'onProved'>) {
  const words = useWords(walletSignIn).proof;
  const request = useQuery({
    queryKey: ['/api/user/fresh-proof/wallet/options', wallet.id],
    queryFn: () => askForWalletProof(wallet.id),
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const prove = useMutation<unknown, Error, string>({
    mutationFn: (signature) => {
      const body = { message: request.data?.message, signature };
      return send('/api/user/fresh-proof', { method: 'POST', body });
    },
    onSuccess: onProved,
  });
  if (request.isError) {
    return <InlineError text={sentenceOf(request.error)} onRetry={() => void request.refetch()} />;
  }
  if (request.data === undefined) return <Skeleton className="h-72" />;
  return (
    <SignText
      wallet={wallet}
      text={request.data.message}
      action={words.confirm}
      error={prove.error}
      isPending={prove.isPending}
      onReset={prove.reset}
      send={prove.mutateAsync}
      refused={(error) => <Notice>{sentenceOf(error)}</Notice>}
    />
  );
}
