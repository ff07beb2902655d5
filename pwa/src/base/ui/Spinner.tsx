import { clsx } from 'clsx';
import { useEffect } from 'react';
import { notePlaceholder } from './later.ts';

/** Silent without a label. */
export function Spinner({
  className = 'size-6',
  label,
}: {
  readonly className?: string;
  readonly label?: string;
}) {
  const isPlaceholder = label !== undefined;
  useEffect(() => (isPlaceholder ? notePlaceholder() : undefined), [isPlaceholder]);
  return (
    <span role={isPlaceholder ? 'status' : undefined} className="inline-flex">
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={clsx('animate-turn', className)}>
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
        <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {isPlaceholder && <span className="sr-only">{label}</span>}
    </span>
  );
}
