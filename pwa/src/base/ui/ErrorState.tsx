import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { RetryButton } from './RetryButton.tsx';

interface ErrorStateProps {
  readonly title: string;
  readonly text?: string;
  readonly onRetry?: () => void;
  readonly className?: string;
}

/** Announced at once by screen readers. */
export function ErrorState({ title, text, onRetry, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={clsx(
        'flex flex-col items-center gap-2 rounded-xl border border-danger-line bg-danger-soft px-6 py-12 text-center',
        className,
      )}
    >
      <CircleAlert aria-hidden="true" className="mb-1 size-6 text-danger" strokeWidth={1.8} />
      <p className="font-medium">{title}</p>
      {text !== undefined && <p className="max-w-md text-sm text-muted">{text}</p>}
      {onRetry !== undefined && (
        <div className="mt-3">
          <RetryButton onRetry={onRetry} />
        </div>
      )}
    </div>
  );
}
