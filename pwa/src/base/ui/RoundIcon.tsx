import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';

export function RoundIcon({
  icon: Icon,
  className,
}: {
  readonly icon: LucideIcon;
  readonly className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'grid size-9 shrink-0 place-items-center rounded-full border bg-raised text-muted',
        className,
      )}
    >
      <Icon className="size-4" strokeWidth={1.8} />
    </span>
  );
}
