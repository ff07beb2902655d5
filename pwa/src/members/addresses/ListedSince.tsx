import { networkName, type Wallet } from '@pmcw/contracts';
import { addresses } from '../../base/words/en/members/addresses.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { NetworkDot } from '../look/NetworkChip.tsx';

interface ListedSinceProps {
  readonly wallet: Pick<Wallet, 'network' | 'addedAt'>;
}

export function ListedSince({ wallet: { network, addedAt } }: ListedSinceProps) {
  const words = useWords(addresses).check;
  const formats = useFormats();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <NetworkDot network={network} className="size-2.5" />
      <span className="font-medium">{networkName(network)}</span>
      <span className="text-xs text-muted">{words.since(formats.date(addedAt))}</span>
    </span>
  );
}
