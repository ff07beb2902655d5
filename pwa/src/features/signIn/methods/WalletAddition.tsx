import type { Wallet } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { toast } from '../../../base/ui/toasts.ts';
import { walletSignIn } from '../../../base/words/en/signIn/walletSignIn.ts';
import { useWords } from '../../../base/words/words.ts';
import { myWalletsQuery } from '../../../members/look/profileQueries.ts';
import { useSignInWallets } from '../wallets/useSignInWallets.ts';
import { admitWallet } from '../wallets/walletSignIn.ts';
import { AddWalletDialog } from './AddWalletDialog.tsx';
import type { MethodChanges } from './useMethodChanges.ts';

export function WalletAddition({ changes }: { readonly changes: MethodChanges }) {
  const words = useWords(walletSignIn).addition;
  const [isChoosing, setChoosing] = useState(false);
  const admitted = useSignInWallets();
  const wallets = useQuery(myWalletsQuery).data ?? [];
  const add = ({ id }: Wallet) => {
    setChoosing(false);
    const onDone = () => toast({ title: words.added, description: words.addedText, tone: 'success' });
    void changes.make({ act: () => admitWallet(id), failure: words.notAdded, onDone });
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setChoosing(true)} className="w-full">
        <WalletMinimal aria-hidden="true" />
        {words.button}
      </Button>
      <AddWalletDialog
        wallets={wallets.filter((wallet) => !admitted.includes(wallet))}
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onChosen={add}
      />
    </>
  );
}
