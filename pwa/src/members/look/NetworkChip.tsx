import { isKnownNetwork, networkColors, networkName } from '@pmcw/contracts';
import { clsx } from 'clsx';

/** The token's dot has the theme's gold. */
const colorOf = (network: string) =>
  network === 'PMCW' ? 'var(--gold-fill)' : isKnownNetwork(network) ? networkColors[network] : 'var(--faint)';

/** Grey for unknown networks. */
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
      style={{ background: colorOf(network) }}
    />
  );
}

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
