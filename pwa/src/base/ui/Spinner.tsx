import { clsx } from 'clsx';
import { useEffect } from 'react';
import { standIn } from './later.ts';

/** Silent without a label. */
export function Spinner({
  className = 'size-6',
  label,
}: {
  readonly className?: string;
  readonly label?: string;
}) {
  const isStandIn = label !== undefined;
  useEffect(() => (isStandIn ? standIn() : undefined), [isStandIn]);
  return (
    <span role={isStandIn ? 'status' : undefined} className="inline-flex">
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={clsx('animate-turn', className)}>
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {isStandIn && <span className="sr-only">{label}</span>}
    </span>
  );
}
