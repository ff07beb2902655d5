import { networkName } from '@pmcw/contracts';
import { Check, Copy, Send } from 'lucide-react';
import { Address } from '../profiles/Address.tsx';
import { PmcwCoin } from '../profiles/PmcwEarnt.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { type CopyTexts, useCopy } from '../ui/useCopy.ts';
import { token } from './token.ts';

const copyTexts: CopyTexts = {
  title: 'Token Address Copied',
  description: 'PMCW token address has been copied to your clipboard',
  failure: 'Could not copy the address to clipboard',
};

/** The product's token: what it is, its address, its group (spec §2). */
export function TokenBlock() {
  const { isCopied, copy } = useCopy(copyTexts);
  return (
    <section
      aria-labelledby="token-heading"
      className="grid items-center gap-10 border-t pt-16 md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] md:pt-24"
    >
      <div>
        <PmcwCoin className="size-14 text-gold" />
        <h2 id="token-heading" className="mt-6 text-3xl">
          PMCW is earned by being real
        </h2>
        <p className="mt-4 max-w-md text-muted">
          There will never be more than {token.supply.toLocaleString('en')}. Members earn theirs when they are
          verified.
        </p>
      </div>
      <Card className="p-6 md:p-8">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-6">
          <Fact name="Fixed supply" value={`${token.supply.toLocaleString('en')} ${token.name}`} />
          <Fact name="Network" value={networkName(token.network)} />
          <div className="col-span-2">
            <dt className="text-sm text-muted">Contract address</dt>
            <dd className="mt-1">
              <Address address={token.address} />
            </dd>
          </div>
        </dl>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button className="flex-1" onClick={() => void copy(token.address)}>
            {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            Copy Token Address
          </Button>
          <Button asChild variant="secondary" className="flex-1">
            <a href={token.telegramUrl} target="_blank" rel="noopener noreferrer">
              <Send aria-hidden="true" />
              Join our Telegram
            </a>
          </Button>
        </div>
      </Card>
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 font-medium tabular-nums">{value}</dd>
    </div>
  );
}
