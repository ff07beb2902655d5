import { clsx } from 'clsx';
import { RetryButton } from './RetryButton.tsx';

interface InlineErrorProps {
  readonly text: string;
  readonly onRetry: (() => void) | undefined;
  readonly className?: string;
}

/** An `ErrorState` without a frame, inside of a card. */
export function InlineError({ text, onRetry, className }: InlineErrorProps) {
  return (
    <div role="alert" className={clsx('flex flex-col items-start gap-3 text-sm text-muted', className)}>
      {text}
      {onRetry !== undefined && <RetryButton onRetry={onRetry} />}
    </div>
  );
}
