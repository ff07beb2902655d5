import {
  type AdminUserDetails,
  networkName,
  type SocialLink,
  socialPlatforms,
  socialTarget,
  type Wallet,
} from '@pmcw/contracts';
import { Link2Off, Trash2, WalletCards } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Address } from '../../../base/ui/Address.tsx';
import { Button } from '../../../base/ui/Button.tsx';
import { EmptyState, type EmptyStateProps } from '../../../base/ui/EmptyState.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '../../../base/ui/overlays/ConfirmDialog.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { profiles } from '../../../base/words/en/profiles/profiles.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { labelOf } from '../../../members/look/labelOf.ts';
import { NetworkDot } from '../../../members/look/NetworkChip.tsx';
import { SocialGlyph } from '../../../members/look/SocialGlyph.tsx';
import { WalletProofStatus } from '../../../members/look/WalletProofStatus.tsx';
import { useRemoveMemberSocial, useRemoveMemberWallet } from './memberMutations.ts';

interface ForMember {
  readonly member: AdminUserDetails;
}

interface ListingsProps<T> {
  readonly items: readonly T[];
  readonly empty: Required<Pick<EmptyStateProps, 'icon' | 'title'>>;
  readonly questionOf: (item: T) => Pick<ConfirmDialogProps, 'title' | 'description'>;
  readonly onRemove: (itemId: string) => void;
  readonly children: (item: T, onRemove: () => void) => ReactNode;
}

/** Asks before an item is removed. */
function Listings<T extends { readonly id: string }>(props: ListingsProps<T>) {
  const { items, empty, questionOf, onRemove, children } = props;
  const { remove } = useWords(admin).details;
  const [asked, setAsked] = useState<T | null>(null);
  if (items.length === 0) return <EmptyState as="p" {...empty} className="mt-2" />;
  const confirm = ({ id }: T) => {
    onRemove(id);
    setAsked(null);
  };
  return (
    <>
      <ul className="divide-y divide-line">{items.map((item) => children(item, () => setAsked(item)))}</ul>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          {...questionOf(asked)}
          confirmLabel={remove}
          removesItem
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

export function MemberWallets({ member }: ForMember) {
  const words = useWords(admin).details;
  const remove = useRemoveMemberWallet();
  return (
    <Listings
      items={member.wallets}
      empty={{ icon: WalletCards, title: words.noWallets }}
      questionOf={({ address }) => ({
        title: words.removeWalletTitle,
        description: words.removeWalletText(member.fullName, address),
      })}
      onRemove={(itemId) => remove.mutate({ member, itemId })}
    >
      {(wallet, onRemove) => (
        <WalletItem key={wallet.id} wallet={wallet} username={member.username} onRemove={onRemove} />
      )}
    </Listings>
  );
}

interface WalletItemProps {
  readonly wallet: Wallet;
  readonly username: string;
  readonly onRemove: () => void;
}

function WalletItem({ wallet, username, onRemove }: WalletItemProps) {
  const words = useWords(admin).details;
  const formats = useFormats();
  const name = networkName(wallet.network);
  return (
    <Item label={labelOf(words.removeWallet(name), wallet.address)} onRemove={onRemove}>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <NetworkDot network={wallet.network} className="size-2.5" />
        <span className="font-medium">{name}</span>
        <time dateTime={wallet.addedAt} className="text-xs text-faint">
          {words.listedSince(formats.date(wallet.addedAt))}
        </time>
      </p>
      <Address address={wallet.address} />
      <WalletProofStatus wallet={wallet} username={username} />
    </Item>
  );
}

export function MemberSocials({ member }: ForMember) {
  const words = useWords(admin).details;
  const remove = useRemoveMemberSocial();
  return (
    <Listings
      items={member.socials}
      empty={{ icon: Link2Off, title: words.noSocials }}
      questionOf={({ platform }) => ({
        title: words.removeSocialTitle,
        description: words.removeSocialText(member.fullName, socialPlatforms[platform].name),
      })}
      onRemove={(itemId) => remove.mutate({ member, itemId })}
    >
      {(social, onRemove) => <SocialItem key={social.id} social={social} onRemove={onRemove} />}
    </Listings>
  );
}

function SocialItem({ social, onRemove }: { readonly social: SocialLink; readonly onRemove: () => void }) {
  const words = useWords(admin).details;
  const { name } = socialPlatforms[social.platform];
  const target = socialTarget(social.platform, social.username);
  const { leadsElsewhere } = useWords(profiles);
  return (
    <Item label={words.removeSocial(name)} onRemove={onRemove}>
      <p className="flex items-center gap-2 text-sm font-medium">
        <SocialGlyph platform={social.platform} className="size-4 text-muted" />
        {name}
      </p>
      {target === null ? (
        <bdi className="truncate text-sm text-muted">{social.username}</bdi>
      ) : (
        <a
          href={target.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="text-sm text-muted underline-offset-4 hover:text-fg hover:underline"
        >
          <bdi className="block truncate">{social.username}</bdi>
        </a>
      )}
      {target !== null && target.foreignHost !== null && (
        <p className="text-xs text-warning [overflow-wrap:anywhere]">
          {leadsElsewhere(target.foreignHost, name)}
        </p>
      )}
    </Item>
  );
}

interface ItemProps {
  /** For screen readers. */
  readonly label: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function Item({ label, onRemove, children }: ItemProps) {
  const { remove } = useWords(admin).details;
  return (
    <li className="flex items-center gap-4 py-3.5">
      <div className="flex min-w-0 flex-1 flex-col gap-1">{children}</div>
      <Button size="sm" variant="danger" aria-label={label} data-removes onClick={onRemove}>
        <Trash2 aria-hidden="true" />
        <span className="max-sm:sr-only">{remove}</span>
      </Button>
    </li>
  );
}
