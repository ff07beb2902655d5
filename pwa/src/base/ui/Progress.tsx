import { clsx } from 'clsx';
import { Progress as RadixProgress } from 'radix-ui';

interface ProgressProps {
  /** For screen readers. */
  readonly label: string;
  /** From 0 to 1; null while unknown. */
  readonly value: number | null;
}

export function Progress({ label, value }: ProgressProps) {
  return (
    <RadixProgress.Root
      aria-label={label}
      value={value === null ? null : Math.round(value * 100)}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line-strong"
    >
      <RadixProgress.Indicator
        className={clsx(
          'h-full rounded-full bg-primary transition-[width]',
          value === null && 'w-1/3 animate-slide',
        )}
        style={value === null ? undefined : { width: `${value * 100}%` }}
      />
    </RadixProgress.Root>
  );
}
