import { clsx } from 'clsx';

/** Counts above this are "9+" (spec §9). */
const countMax = 9;

/** A count as short as a badge needs it: "3", "9+". */
export function shortCount(count: number): string {
  return count > countMax ? `${countMax}+` : String(count);
}

export interface CountBadgeProps {
  readonly count: number;
  /** What is counted, with the whole number, for screen readers: "12 unread". */
  readonly label: string;
  readonly className?: string;
}

/** How many things wait; nothing when none do. */
export function CountBadge({ count, label, className }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      className={clsx(
        'grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary px-1 text-2xs/none font-semibold text-on-primary tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{shortCount(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
