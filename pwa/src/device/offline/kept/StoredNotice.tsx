import { clsx } from 'clsx';
import { CloudOff, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx';
import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { RoomFor } from '../../../base/ui/RoomFor.tsx';
import { kept } from '../../../base/words/en/device/kept.ts';
import { useWords } from '../../../base/words/words.ts';
import type { Obstacle } from './useKept.ts';

interface StoredNoticeProps {
  /** When the server answered, in milliseconds since 1970; null if nothing of the server is shown. */
  readonly at: number | null;
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
  readonly obstacle: Obstacle;
  /** Over the lower end of the screen, where its appearance moves nothing. */
  readonly isFloating?: boolean;
  readonly className?: string;
}

export function StoredNotice({
  at,
  children,
  onRetry,
  obstacle,
  isFloating = false,
  className,
}: StoredNoticeProps) {
  const words = useWords(kept);
  const Icon = obstacle === 'busy' ? Hourglass : CloudOff;
  return (
    <div
      role="status"
      className={clsx(
        'flex animate-appear flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-2.5 text-sm',
        isFloating
          ? 'fixed inset-x-4 bottom-[calc(var(--shell-bottom)+0.75rem)] z-40 mx-auto max-w-2xl border-line-strong bg-float shadow-overlay'
          : 'bg-raised',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted" strokeWidth={1.8} />
      <p className="min-w-0 flex-1 basis-32 text-muted">
        <span className="font-medium text-fg">
          <RoomFor other={obstacle === 'slow' ? words.obstacle.away : words.obstacle.slow}>
            {words.obstacle[obstacle]}
          </RoomFor>
        </span>{' '}
        {at !== null && (
          <span className="inline-block">
            {words.asOf} <RelativeTime at={new Date(at).toISOString()} />.
          </span>
        )}{' '}
        {children}
      </p>
      {onRetry !== undefined && <RetryButton onRetry={onRetry} />}
    </div>
  );
}
