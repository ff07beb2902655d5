import type { SocialPlatform } from '@pmcw/contracts';
import { networkName } from '@pmcw/contracts';
import { Check, Copy } from 'lucide-react';
import { ShortAddress } from '../../base/ui/Address.tsx';
import { Avatar } from '../../base/ui/Avatar.tsx';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useWords } from '../../base/words/words.ts';
import { Guilloche, MemberBanner } from '../../members/look/MemberBanner.tsx';
import { NetworkDot } from '../../members/look/NetworkChip.tsx';
import { PmcwEarnt } from '../../members/look/PmcwEarnt.tsx';
import { SocialGlyph } from '../../members/look/SocialGlyph.tsx';
import { VerifiedBadge } from '../../members/look/VerifiedBadge.tsx';
import robotUrl from './robots/mira_okafor.svg';

const sample = {
  username: 'mira_okafor',
  fullName: 'Mira Okafor',
  wallets: [
    { network: 'ETH', address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' },
    { network: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
    { network: 'SOL', address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' },
  ],
  socials: ['twitter', 'telegram', 'github', 'youtube'],
} as const satisfies { socials: readonly SocialPlatform[]; [key: string]: unknown };

/** A decorative example; its addresses are "copied" in turn, once. */
export function SampleProfile() {
  const { sampleBio } = useWords(landing);
  return (
    <div aria-hidden="true" className="relative mx-auto w-full max-w-sm select-none lg:max-w-md">
      <Guilloche
        name="pmcw"
        className="landing-rosette absolute top-1/2 left-1/2 -z-10 size-[64rem] max-w-none text-fg opacity-[0.12]"
      />
      <div className="absolute -top-5 left-1/2 z-10 -translate-x-1/2 rounded-full border border-line-strong bg-float px-4 py-2 font-mono text-sm whitespace-nowrap shadow-overlay">
        <span className="text-faint">pmcw/</span>
        {sample.username}
      </div>
      <div className="overflow-hidden rounded-xl border border-line-strong bg-surface shadow-overlay">
        <MemberBanner username={sample.username} backgroundUrl={null} className="h-32" />
        <div className="-mt-12 px-5 pb-5 sm:px-6 sm:pb-6">
          <span className="relative inline-block rounded-full bg-surface p-1.5">
            <Avatar username={sample.username} fullName={sample.fullName} avatarUrl={robotUrl} size={84} />
          </span>
          <div className="mt-2 flex items-center gap-2 text-xl font-semibold">
            <bdi>{sample.fullName}</bdi>
            <VerifiedBadge />
          </div>
          <div className="mt-1 flex items-center gap-3 text-sm text-muted">
            @{sample.username}
            <PmcwEarnt tokens={1} />
          </div>
          <p className="mt-3 text-sm text-muted">{sampleBio}</p>
          <div className="mt-5 grid grid-cols-4 gap-2">
            {sample.socials.map((platform) => (
              <span
                key={platform}
                className="grid place-items-center rounded-md border bg-raised py-3 text-muted"
              >
                <SocialGlyph platform={platform} className="size-4.5" />
              </span>
            ))}
          </div>
          <div className="mt-4 divide-y divide-line rounded-lg border bg-raised">
            {sample.wallets.map((wallet, index) => (
              <SampleWallet key={wallet.network} {...wallet} turn={index} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

interface SampleWalletProps {
  readonly network: string;
  readonly address: string;
  readonly turn: number;
}

function SampleWallet({ network, address, turn }: SampleWalletProps) {
  const turnDelay = { animationDelay: `${0.5 + turn * 1.2}s` };
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <NetworkDot network={network} className="size-2.5" />
      <span className="text-sm font-medium max-[360px]:hidden">{networkName(network)}</span>
      <ShortAddress address={address} className="ml-auto text-muted" />
      <span className="relative grid size-5 place-items-center text-faint">
        <Copy className="sample-copy size-4" style={turnDelay} />
        <Check className="sample-check absolute size-4 text-success opacity-0" style={turnDelay} />
      </span>
    </div>
  );
}
