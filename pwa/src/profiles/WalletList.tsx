import { networkName, type Wallet } from '@pmcw/contracts';
import { Check, Copy } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useCopy } from '../ui/useCopy.ts';
import { Address } from './Address.tsx';
import { NetworkDot } from './NetworkChip.tsx';
import { profileTexts } from './profileTexts.ts';

/** Props of `WalletList`. */
export interface WalletListProps {
  readonly wallets: readonly Wallet[];
  readonly ownerName: string;
  readonly isOwner: boolean;
}

/** The member's wallet addresses, each with its network, in full, and since when it stands there. */
export function WalletList({ wallets, ownerName, isOwner }: WalletListProps) {
  return (
    <section aria-labelledby="wallets-heading" className="mt-10">
      <h2 id="wallets-heading" className="flex items-baseline gap-2 px-4 text-lg md:px-5">
        Wallet addresses
        {wallets.length > 0 && <span className="text-sm font-normal text-faint">{wallets.length}</span>}
      </h2>
      {wallets.length === 0 ? (
        <NoWallets ownerName={ownerName} isOwner={isOwner} />
      ) : (
        <ul className="mt-3 divide-y divide-line overflow-hidden rounded-xl border bg-surface">
          {wallets.map((wallet) => (
            <WalletRow key={wallet.id} wallet={wallet} />
          ))}
        </ul>
      )}
    </section>
  );
}

function WalletRow({ wallet }: { readonly wallet: Wallet }) {
  const { isCopied, copy } = useCopy(profileTexts.addressCopied);
  const name = networkName(wallet.network);
  return (
    <li className="flex items-center gap-3 py-4 pr-3 pl-4 md:gap-4 md:pl-5">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2 text-sm">
          <NetworkDot network={wallet.network} className="size-2.5" />
          <span className="font-medium">{name}</span>
          {name !== wallet.network && <span className="text-faint">{wallet.network}</span>}
          <span className="text-xs text-faint max-sm:w-full sm:before:mr-2 sm:before:content-['·']">
            Listed since <time dateTime={wallet.addedAt}>{dayOf(wallet.addedAt)}</time>
          </span>
        </div>
        <Address address={wallet.address} />
      </div>
      <Tooltip text={isCopied ? 'Copied' : 'Copy address'}>
        <IconButton
          label={isCopied ? `${name} address copied` : `Copy ${name} address`}
          variant="secondary"
          onClick={() => void copy(wallet.address)}
        >
          {isCopied ? <Check className="text-success" aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </IconButton>
      </Tooltip>
    </li>
  );
}

function NoWallets({ ownerName, isOwner }: Pick<WalletListProps, 'ownerName' | 'isOwner'>) {
  return (
    <div className="mt-3 flex flex-col items-center gap-4 rounded-xl border border-dashed px-6 py-10 text-center text-muted">
      <p>
        {isOwner ? 'Your wallet addresses will stand here.' : `${ownerName} has not listed an address yet.`}
      </p>
      {isOwner && (
        <Button asChild size="sm">
          <Link to="/dashboard/profile">Add a wallet address</Link>
        </Button>
      )}
    </div>
  );
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** A day as "12 Mar 2026"; '' when the server sent no date. */
function dayOf(timestamp: string): string {
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? '' : dayFormat.format(date);
}
