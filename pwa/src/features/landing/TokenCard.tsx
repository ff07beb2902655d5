import { networkName, type Settings } from '@pmcw/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Check, Copy, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Address } from '../../base/ui/Address.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { Card } from '../../base/ui/Card.tsx';
import { Skeleton } from '../../base/ui/Skeleton.tsx';
import { useCopy } from '../../base/ui/useCopy.ts';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { PmcwCoin } from '../../members/look/PmcwEarnt.tsx';
import { GroupLink } from '../../members/settings/GroupLink.tsx';

/** Spec §1. */
const token = { name: 'PMCW', network: 'BSC' } as const;

export interface StoredTokenProps {
  readonly query: UseQueryResult<Settings>;
}

export function Token({ settings }: { readonly settings: Settings | undefined }) {
  return (
    <>
      <TokenIntro settings={settings} />
      <TokenCard settings={settings} />
    </>
  );
}

export function TokenIntro({ settings }: { readonly settings: Settings | undefined }) {
  const words = useWords(landing).token;
  const formats = useFormats();
  return (
    <div>
      <PmcwCoin className="size-14 text-gold" />
      <h2 id="token-heading" className="mt-6 text-3xl">
        {words.heading}
      </h2>
      <p className="mt-4 min-h-12 max-w-md text-muted">
        {settings && words.text(formats.number(settings.tokenSupply))}
      </p>
    </div>
  );
}

/** Shows a skeleton while loading, never a possibly outdated address. */
export function TokenCard({ settings }: { readonly settings: Settings | undefined }) {
  const words = useWords(landing).token;
  const formats = useFormats();
  const { isCopied, copy } = useCopy(words.copied);
  return (
    <Card className="p-6 md:p-8">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-6">
        <Fact name={words.supply}>{settings && `${formats.number(settings.tokenSupply)} ${token.name}`}</Fact>
        <Fact name={words.network}>{networkName(token.network)}</Fact>
        <div className="col-span-2">
          <dt className="text-sm text-muted">{words.address}</dt>
          <dd className="mt-1 min-h-10 sm:min-h-5">
            {settings === undefined ? (
              <Skeleton className="h-5" />
            ) : (
              <Address address={settings.tokenAddress} />
            )}
          </dd>
        </div>
      </dl>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button
          className="flex-1"
          disabled={settings === undefined}
          onClick={() => settings && void copy(settings.tokenAddress)}
        >
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {words.copy}
        </Button>
        <Button asChild variant="secondary" className="flex-1">
          <GroupLink href={settings?.groupLink}>
            <Send aria-hidden="true" />
            {words.join}
          </GroupLink>
        </Button>
      </div>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 min-h-6 font-medium tabular-nums">{children}</dd>
    </div>
  );
}
