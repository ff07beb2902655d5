import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
  /** Heading level; `p` for no heading. */
  readonly as?: 'h1' | 'h2' | 'h3' | 'p';
  readonly className?: string;
}

export function EmptyState({
  icon: Icon,
  title,
  text,
  children,
  as: Title = 'h2',
  className,
}: EmptyStateProps) {
  return (
    <div
      className={clsx(
        'flex flex-col items-center gap-2 rounded-xl border border-dashed px-6 py-16 text-center',
        className,
      )}
    >
      {Icon !== undefined && (
        <span
          aria-hidden="true"
          className="mb-2 grid size-12 place-items-center rounded-full border bg-raised text-muted"
        >
          <Icon className="size-5.5" strokeWidth={1.7} />
        </span>
      )}
      <Title className="text-lg font-semibold">{title}</Title>
      {text !== undefined && <p className="max-w-sm text-muted">{text}</p>}
      {children !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
