import { clsx } from 'clsx';

const endLength = 6;

/** Highlights the ends for comparison; copies and reads as one word. */
export function Address({ address }: { readonly address: string }) {
  const start = address.startsWith('0x') ? endLength + 2 : endLength;
  return (
    <span className="font-mono text-note/5 text-balance break-all text-faint tabular-nums">
      <span className="text-fg">{address.slice(0, start)}</span>
      {address.slice(start, -endLength)}
      <span className="text-fg">{address.slice(start).slice(-endLength)}</span>
    </span>
  );
}

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
