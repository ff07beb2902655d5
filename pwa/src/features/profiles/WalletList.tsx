import { type EnsName, networkName, type Wallet } from '@pmcw/contracts';
import { BadgeCheck, Check, Copy, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Address } from '../../base/ui/Address.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { Link } from '../../base/ui/Link.tsx';
import { Tooltip } from '../../base/ui/overlays/Tooltip.tsx';
import { common } from '../../base/words/en/common.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { sharing } from '../../base/words/en/sharing/sharing.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import type { Visit } from '../../device/offline/kept/visits.ts';
import { useCheckedCopy } from '../../members/addresses/useCheckedCopy.tsx';
import { explorerUrl } from '../../members/look/explorers.ts';
import { labelOf } from '../../members/look/labelOf.ts';
import { NetworkDot } from '../../members/look/NetworkChip.tsx';
import { WalletProofStatus } from '../../members/look/WalletProofStatus.tsx';
import { WalletNotice } from './WalletNotice.tsx';

interface WalletListProps {
  readonly wallets: readonly Wallet[];
  readonly username: string;
  readonly ownerName: string;
  readonly isOwner: boolean;
  /** Further buttons of an address. */
  readonly actionsOf: (wallet: Wallet) => ReactNode;
  /** Opens the check of an address. */
  readonly check: ReactNode;
  /** The previous visit, to mark later additions; null for none. */
  readonly lastVisit: Visit | null;
}

/** Each address in full, with its network, date and proof. */
export function WalletList(props: WalletListProps) {
  const { wallets, username, ownerName, isOwner, actionsOf, check, lastVisit } = props;
  const words = useWords(profiles).wallets;
  const formats = useFormats();
  return (
    <section aria-labelledby="wallets-heading" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 pl-4 md:pl-5">
        <h2 id="wallets-heading" className="flex items-baseline gap-2 text-lg">
          {words.heading}
          {wallets.length > 0 && (
            <span className="text-sm font-normal text-faint">{formats.number(wallets.length)}</span>
          )}
        </h2>
        {check}
      </div>
      {wallets.length === 0 ? (
        <NoWallets ownerName={ownerName} isOwner={isOwner} />
      ) : (
        <ul className="mt-3 divide-y divide-line overflow-hidden rounded-xl border bg-surface">
          {wallets.map((wallet) => (
            <WalletRow key={wallet.id} wallet={wallet} username={username} actions={actionsOf(wallet)}>
              {!isOwner && <WalletNotice wallet={wallet} lastVisit={lastVisit} />}
            </WalletRow>
          ))}
        </ul>
      )}
    </section>
  );
}

interface WalletRowProps {
  readonly wallet: Wallet;
  readonly username: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

function WalletRow({ wallet, username, actions, children }: WalletRowProps) {
  const words = useWords(profiles).wallets;
  const { isCopied, copy, dialog } = useCheckedCopy(wallet, username);
  const { explore, exploreTip } = useWords(sharing).wallet;
  const { copied } = useWords(common);
  const { network, address } = wallet;
  const name = networkName(network);
  return (
    <li className="flex flex-wrap items-center gap-3 py-4 pr-3 pl-4 [contain-intrinsic-size:auto_7rem] [content-visibility:auto] md:gap-4 md:pl-5">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-x-2 text-sm">
          <NetworkDot network={network} className="size-2.5" />
          <span className="font-medium">{name}</span>
          {name !== network && <span className="text-faint">{network}</span>}
          <span className="text-xs text-faint max-sm:w-full sm:before:mr-2 sm:before:content-['·']">
            {words.listedSince} <Day at={wallet.addedAt} />
          </span>
        </div>
        <Address address={address} />
        {wallet.ensName !== null && <EnsLine ensName={wallet.ensName} />}
        <WalletProofStatus wallet={wallet} username={username} />
      </div>
      <div className="flex items-center justify-end max-sm:max-w-18 max-sm:flex-wrap">
        <Tooltip text={exploreTip}>
          <IconButton label={labelOf(explore(name), address)} size="sm" asChild>
            <a href={explorerUrl(network, address)} target="_blank" rel="noopener noreferrer nofollow">
              <ExternalLink aria-hidden="true" />
            </a>
          </IconButton>
        </Tooltip>
        {actions}
      </div>
      <Tooltip text={isCopied ? copied : words.copy}>
        <IconButton
          label={labelOf(isCopied ? words.copiedOf(name) : words.copyOf(name), address)}
          variant="secondary"
          onClick={() => void copy()}
        >
          {isCopied ? <Check className="text-success" aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </IconButton>
      </Tooltip>
      {children}
      {dialog}
    </li>
  );
}

function EnsLine({ ensName: { name, seenAt } }: { readonly ensName: EnsName }) {
  const words = useWords(profiles).wallets;
  const { date } = useFormats();
  return (
    <p className="flex gap-1.5 text-xs text-muted">
      <BadgeCheck aria-hidden="true" className="mt-0.75 size-3.5 shrink-0 text-gold" />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
        <bdi className="text-sm font-medium text-fg [overflow-wrap:anywhere]">{name}</bdi>
        <span>{words.ensSeen(date(seenAt))}</span>
      </span>
    </p>
  );
}

function NoWallets({ ownerName, isOwner }: Pick<WalletListProps, 'ownerName' | 'isOwner'>) {
  const words = useWords(profiles).wallets;
  return (
    <div className="mt-3 flex flex-col items-center gap-4 rounded-xl border border-dashed px-6 py-10 text-center text-muted">
      <p>{isOwner ? words.noneOwn : words.none(ownerName)}</p>
      {isOwner && (
        <Button asChild size="sm">
          <Link to="/dashboard/profile">{words.add}</Link>
        </Button>
      )}
    </div>
  );
}

/** "Mar 12, 2026"; empty without a valid date. */
function Day({ at }: { readonly at: string }) {
  const formats = useFormats();
  return !Number.isNaN(Date.parse(at)) && <time dateTime={at}>{formats.date(at)}</time>;
}
