import { knownNetworks } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { Copy, Link2, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Guilloche, MemberBanner } from '../profiles/MemberBanner.tsx';
import { NetworkChip } from '../profiles/NetworkChip.tsx';
import { VerifiedBadge } from '../profiles/VerifiedBadge.tsx';
import { Avatar } from '../ui/Avatar.tsx';

/** What the product does, in four cards (spec §2). */
export function Features() {
  return (
    <section aria-labelledby="features-heading">
      <h2 id="features-heading" className="max-w-xl text-3xl">
        Everything people need to find you, pay you and trust you
      </h2>
      <div className="mt-10 grid gap-4 md:grid-cols-6">
        <Feature
          className="md:col-span-4"
          title="Multiple Wallets"
          text="Eleven networks and any number of addresses, each checked for format and checksum before anyone can copy it."
        >
          <div className="flex flex-wrap gap-2 [mask-image:linear-gradient(to_right,black_70%,transparent)]">
            {knownNetworks.map((network) => (
              <NetworkChip key={network} network={network} />
            ))}
          </div>
        </Feature>
        <Feature
          className="md:col-span-2"
          title="Easy Sharing"
          text="One short link, made of your name, for every bio and every invoice."
        >
          <div className="flex items-center gap-2.5 rounded-full border border-line-strong bg-canvas py-2.5 pr-3 pl-4 font-mono text-sm">
            <Link2 className="size-4 shrink-0 text-faint" />
            <span className="truncate">
              <span className="text-faint">pmcw/</span>you
            </span>
            <Copy className="ml-auto size-4 shrink-0 text-muted" />
          </div>
        </Feature>
        <Feature
          className="md:col-span-2"
          title="Verification Status"
          text="A gold seal, given by people who looked. It is earned, never bought, and it pays 1 PMCW."
        >
          <div className="relative grid h-20 place-items-center overflow-visible">
            <Guilloche name="seal" className="absolute size-44 text-gold opacity-40" />
            <VerifiedBadge className="relative size-14" />
          </div>
        </Feature>
        <Feature
          className="md:col-span-4"
          title="Customizable Profiles"
          text="Your picture, your colours, your words. Until you choose, a robot and a pattern that nobody else has stand in for you."
        >
          <div className="grid grid-cols-3 gap-3">
            {['vitalik_b', 'ada_l', 'grace_h'].map((name) => (
              <div key={name} className="overflow-hidden rounded-md border bg-canvas">
                <MemberBanner username={name} backgroundUrl={null} className="h-12" />
                <div className="-mt-5 flex items-end justify-between px-3 pb-3">
                  <Avatar username={name} fullName={name} avatarUrl={null} size={40} />
                  <Sparkles className="size-3.5 text-faint" />
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
  /** A picture of it, made of the interface itself. */
  readonly children: ReactNode;
}

function Feature({ title, text, className, children }: FeatureProps) {
  return (
    <article
      className={clsx(
        'flex flex-col justify-between gap-10 overflow-hidden rounded-xl border bg-surface p-6 md:p-8',
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
