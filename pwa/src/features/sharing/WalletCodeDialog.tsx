import { networkName, type Wallet } from '@pmcw/contracts';
import { Check, Copy, ExternalLink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Address } from '../../base/ui/Address.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { CopyButton } from '../../base/ui/CopyButton.tsx';
import type { OnDemandProps } from '../../base/ui/OnDemand.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../../base/ui/overlays/Dialog.tsx';
import { QrCode } from '../../base/ui/QrCode.tsx';
import { common } from '../../base/words/en/common.ts';
import { shareDialog } from '../../base/words/en/sharing/shareDialog.ts';
import { useWords } from '../../base/words/words.ts';
import { useCheckedCopy } from '../../members/addresses/useCheckedCopy.tsx';
import { explorerUrl } from '../../members/look/explorers.ts';
import { AmountField } from './AmountField.tsx';
import { type PaymentLink, paymentFormOf, paymentLink } from './paymentLink.ts';

interface WalletCodeDialogProps extends OnDemandProps {
  readonly wallet: Wallet;
  readonly username: string;
}

/** A QR code of the address, or of a payment of an amount, and the full address to copy and look up. */
export default function WalletCodeDialog({ wallet, username, trigger }: WalletCodeDialogProps) {
  const words = useWords(shareDialog).walletCode;
  const name = networkName(wallet.network);
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={words.title(name)} description={words.text} className="sm:max-w-sm">
        <WalletCodeCard wallet={wallet} username={username} name={name} />
      </DialogContent>
    </Dialog>
  );
}

interface WalletCodeCardProps {
  readonly wallet: Wallet;
  readonly username: string;
  readonly name: string;
}

function WalletCodeCard({ wallet, username, name }: WalletCodeCardProps) {
  const words = useWords(shareDialog).walletCode;
  const { copied } = useWords(common);
  const { network, address } = wallet;
  const form = useMemo(() => paymentFormOf(network, address), [network, address]);
  const [typed, setTyped] = useState('');
  const payment: PaymentLink = form === null ? { kind: 'none' } : paymentLink(form, address, typed);
  const { isCopied, copy, dialog } = useCheckedCopy(wallet, username);
  return (
    <div className="flex flex-col items-center gap-5">
      {payment.kind === 'link' ? (
        <QrCode
          text={payment.link}
          label={words.paymentCode(payment.amount, payment.coin, name)}
          className="w-60 max-w-full"
        />
      ) : (
        <QrCode text={address} label={words.code(name)} className="w-60 max-w-full" />
      )}
      <p className="w-full rounded-md border bg-canvas px-4 py-3 text-center">
        <Address address={address} />
      </p>
      {form !== null && <AmountField coin={form.coin} value={typed} onChange={setTyped} payment={payment} />}
      <div className="flex w-full flex-wrap gap-2.5 *:flex-1">
        <Button onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {isCopied ? copied : words.copy}
        </Button>
        {payment.kind === 'link' && (
          <CopyButton variant="secondary" text={payment.link} texts={words.linkCopied}>
            {words.copyLink}
          </CopyButton>
        )}
        <Button variant="secondary" asChild>
          <a href={explorerUrl(network, address)} target="_blank" rel="noopener noreferrer nofollow">
            <ExternalLink aria-hidden="true" />
            {words.explorer}
          </a>
        </Button>
      </div>
      {dialog}
    </div>
  );
}
