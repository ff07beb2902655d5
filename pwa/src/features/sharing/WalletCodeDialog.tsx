import { networkName, type Wallet } from '@pmcw/contracts';
import { ExternalLink } from 'lucide-react';
import { Address } from '../../base/ui/Address.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { CopyButton } from '../../base/ui/CopyButton.tsx';
import type { OnDemandProps } from '../../base/ui/OnDemand.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../../base/ui/overlays/Dialog.tsx';
import { QrCode } from '../../base/ui/QrCode.tsx';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { shareDialog } from '../../base/words/en/sharing/shareDialog.ts';
import { useWords } from '../../base/words/words.ts';
import { explorerUrl } from '../../members/look/explorers.ts';

interface WalletCodeDialogProps extends OnDemandProps {
  readonly wallet: Wallet;
}

/** A QR code, and the full address to copy and look up. */
export default function WalletCodeDialog({ wallet, trigger }: WalletCodeDialogProps) {
  const words = useWords(shareDialog).walletCode;
  const name = networkName(wallet.network);
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={words.title(name)} description={words.text} className="sm:max-w-sm">
        <WalletCodeCard wallet={wallet} name={name} />
      </DialogContent>
    </Dialog>
  );
}

function WalletCodeCard({ wallet, name }: { readonly wallet: Wallet; readonly name: string }) {
  const words = useWords(shareDialog).walletCode;
  const { copied: texts } = useWords(profiles).wallets;
  return (
    <div className="flex flex-col items-center gap-5">
      <QrCode text={wallet.address} label={words.code(name)} className="w-60 max-w-full" />
      <p className="w-full rounded-md border bg-canvas px-4 py-3 text-center">
        <Address address={wallet.address} />
      </p>
      <div className="flex w-full flex-wrap gap-2.5 *:flex-1">
        <CopyButton text={wallet.address} texts={texts}>
          {words.copy}
        </CopyButton>
        <Button variant="secondary" asChild>
          <a
            href={explorerUrl(wallet.network, wallet.address)}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            <ExternalLink aria-hidden="true" />
            {words.explorer}
          </a>
        </Button>
      </div>
    </div>
  );
}
