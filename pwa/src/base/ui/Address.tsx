import { clsx } from 'clsx';

/** How many characters at each end people compare when they check an address. */
const endLength = 6;

/**
 * An address in full, its ends brighter than its middle, so that two can be compared at a glance. Copies and reads
 * as one word.
 */
export function Address({ address, className }: { readonly address: string; readonly className?: string }) {
  const start = address.startsWith('0x') ? endLength + 2 : endLength;
  return (
    <span className={clsx('font-mono text-note/5 text-balance break-all text-faint tabular-nums', className)}>
      <span className="text-fg">{address.slice(0, start)}</span>
      {address.slice(start, -endLength)}
      <span className="text-fg">{address.slice(start).slice(-endLength)}</span>
    </span>
  );
}

/** An address shortened to its ends, where there is no room for more. */
export function ShortAddress({
  address,
  className,
}: {
  readonly address: string;
  readonly className?: string;
}) {
  const start = address.startsWith('0x') ? endLength + 2 : endLength;
  return (
    <span className={clsx('font-mono text-note/5 whitespace-nowrap tabular-nums', className)}>
      {address.slice(0, start)}…{address.slice(-endLength)}
    </span>
  );
}
