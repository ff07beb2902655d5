import { networkName, type Wallet } from '@pmcw/contracts';
import { QrCode as QrIcon } from 'lucide-react';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { onDemand } from '../../base/ui/OnDemand.tsx';
import { sharing } from '../../base/words/en/sharing/sharing.ts';
import { useWords } from '../../base/words/words.ts';
import { labelOf } from '../../members/look/labelOf.ts';

const WalletCodeDialog = onDemand('dialog', () => import('./WalletCodeDialog.tsx'));

export function WalletCode({ wallet }: { readonly wallet: Wallet }) {
  const words = useWords(sharing).wallet;
  const button = (
    <IconButton
      label={labelOf(words.show(networkName(wallet.network)), wallet.address)}
      title={words.showTip}
      size="sm"
    >
      <QrIcon aria-hidden="true" />
    </IconButton>
  );
  return <WalletCodeDialog wallet={wallet} trigger={button} />;
}
