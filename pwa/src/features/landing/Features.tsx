import { networkName, type SocialPlatform } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { Copy, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { ShortAddress } from '../../base/ui/Address.tsx';
import { Avatar } from '../../base/ui/Avatar.tsx';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useWords } from '../../base/words/words.ts';
import { Guilloche, MemberBanner } from '../../members/look/MemberBanner.tsx';
import { NetworkDot } from '../../members/look/NetworkChip.tsx';
import { SocialGlyph } from '../../members/look/SocialGlyph.tsx';
import { VerifiedBadge } from '../../members/look/VerifiedBadge.tsx';
import adaUrl from './robots/ada_l.svg';
import graceUrl from './robots/grace_h.svg';
import vitalikUrl from './robots/vitalik_b.svg';

/** Example addresses from the documentation of their networks. */
const ledger = [
  ['ETH', '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'],
  ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['SOL', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  ['BSC', '0x8894E0a0c962CB723c1976a4421c95949bE2D4E3'],
  ['PMCW', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['DOT', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
] as const;

const places = [
  'twitter',
  'telegram',
  'instagram',
  'linkedin',
  'discord',
] as const satisfies SocialPlatform[];

/** Example names with pregenerated robots, so that the page need not load the generator. */
const looks = [
  ['vitalik_b', vitalikUrl],
  ['ada_l', adaUrl],
  ['grace_h', graceUrl],
] as const;

/** Spec §2. */
export function Features() {
  const words = useWords(landing).features;
  return (
    <section aria-labelledby="features-heading">
      <h2 id="features-heading" className="max-w-xl text-3xl">
        {words.heading}
      </h2>
      <div className="mt-10 grid gap-4 md:grid-cols-6">
        <Feature className="md:col-span-4" title={words.wallets.title} text={words.wallets.text}>
          <div className="-mb-6 grid gap-x-3 gap-y-2 [mask-image:linear-gradient(black_35%,transparent)] sm:grid-cols-2">
            {ledger.map(([network, address]) => (
              <div
                key={network}
                className="flex items-center gap-2.5 rounded-md border bg-raised px-3.5 py-2.5"
              >
                <NetworkDot network={network} className="size-2.5" />
                <span className="text-sm font-medium">{networkName(network)}</span>
                <ShortAddress address={address} className="ml-auto text-muted" />
              </div>
            ))}
          </div>
        </Feature>
        <Feature className="md:col-span-2" title={words.sharing.title} text={words.sharing.text}>
          <div className="flex items-center gap-2.5 rounded-full border border-line-strong bg-canvas py-2.5 pr-3 pl-4 font-mono text-sm">
            <Link2 className="size-4 shrink-0 text-faint" />
            <span className="truncate">
              <span className="text-faint">pmcw/</span>
              {words.sharing.sampleName}
            </span>
            <Copy className="ml-auto size-4 shrink-0 text-muted" />
          </div>
          <div className="mt-3 grid grid-cols-5 gap-2">
            {places.map((platform) => (
              <span key={platform} className="grid place-items-center rounded-md border py-3 text-muted">
                <SocialGlyph platform={platform} className="size-4.5" />
              </span>
            ))}
          </div>
        </Feature>
        <Feature className="md:col-span-2" title={words.verification.title} text={words.verification.text}>
          <div className="relative grid h-28 place-items-center">
            <Guilloche name="seal" className="absolute size-52 text-gold opacity-40" />
            <VerifiedBadge className="relative size-16" />
          </div>
        </Feature>
        <Feature className="md:col-span-4" title={words.looks.title} text={words.looks.text}>
          <div className="grid grid-cols-3 gap-3">
            {looks.map(([name, robotUrl]) => (
              <div key={name} className="overflow-hidden rounded-md border bg-canvas">
                <MemberBanner username={name} backgroundUrl={null} className="h-20" />
                <div className="-mt-7 flex flex-col gap-2 px-3 pb-4">
                  <Avatar
                    username={name}
                    fullName={name}
                    avatarUrl={robotUrl}
                    size={52}
                    className="ring-4 ring-canvas"
                  />
                  <span className="mt-1 h-2 w-3/5 rounded-full bg-overlay" />
                  <span className="h-2 w-2/5 rounded-full bg-raised" />
                </div>
              </div>
            ))}
          </div>
        </Feature>
      </div>
    </section>
  );
}

interface FeatureProps {
  readonly title: string;
  readonly text: string;
  readonly className: string;
  readonly children: ReactNode;
}

function Feature({ title, text, className, children }: FeatureProps) {
  return (
    <article
      className={clsx(
        // Painted only near the view.
        'flex flex-col justify-between gap-10 overflow-hidden rounded-xl border bg-surface p-6 [contain-intrinsic-size:auto_25rem] [content-visibility:auto] md:p-8',
        className,
      )}
    >
      <div aria-hidden="true">{children}</div>
      <div>
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1.5 max-w-md text-muted">{text}</p>
      </div>
    </article>
  );
}
