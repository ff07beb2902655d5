import { isKnownNetwork, type KnownNetwork, networkName } from '@pmcw/contracts';
import { clsx } from 'clsx';

/** The hue by which each network is known, softened for ink. */
const networkHues: Record<KnownNetwork, string> = {
  PMCW: 'var(--gold)',
  ETH: '#8fa0f6',
  BTC: '#f39a3c',
  BSC: '#dfcd6a',
  SOL: '#46d7b2',
  MATIC: '#ab82ee',
  AVAX: '#f0676c',
  DOT: '#ee66ab',
  ATOM: '#8796d4',
  DOGE: '#c1aa76',
  ADA: '#6096f2',
};

/** A dot in the network's hue; grey for networks that the product does not know. */
export function NetworkDot({
  network,
  className = 'size-2',
}: {
  readonly network: string;
  readonly className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={clsx('inline-block shrink-0 rounded-full', className)}
      style={{ background: isKnownNetwork(network) ? networkHues[network] : 'var(--faint)' }}
    />
  );
}

/** A network by its code, with its full name on hover. */
export function NetworkChip({ network }: { readonly network: string }) {
  return (
    <span
      title={networkName(network)}
      className="inline-flex h-6 items-center gap-1.5 rounded-full border bg-raised px-2 text-2xs font-medium text-muted"
    >
      <NetworkDot network={network} />
      {network}
    </span>
  );
}
