import { networkName, type Wallet } from '@pmcw/contracts';
import { QrCode as QrIcon } from 'lucide-react';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { onDemand } from '../../base/ui/OnDemand.tsx';
import { sharing } from '../../base/words/en/sharing/sharing.ts';
import { useWords } from '../../base/words/words.ts';
import { labelOf } from '../../members/look/labelOf.ts';

const WalletCodeDialog = onDemand('dialog', () => import('./WalletCodeDialog.tsx'));

interface WalletCodeProps {
  readonly wallet: Wallet;
  readonly username: string;
}

export function WalletCode({ wallet, username }: WalletCodeProps) {
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
  return <WalletCodeDialog wallet={wallet} username={username} trigger={button} />;
}
