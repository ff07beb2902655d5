import { networkName, type Wallet } from '@pmcw/contracts';
import { Address } from '../../base/ui/Address.tsx';
import { NetworkDot } from './NetworkChip.tsx';

interface NamedAddressProps {
  readonly wallet: Pick<Wallet, 'network' | 'address'>;
}

export function NamedAddress({ wallet: { network, address } }: NamedAddressProps) {
  return (
    <>
      <span className="flex items-center gap-2 text-sm font-medium">
        <NetworkDot network={network} className="size-2.5" />
        {networkName(network)}
      </span>
      <Address address={address} />
    </>
  );
}
