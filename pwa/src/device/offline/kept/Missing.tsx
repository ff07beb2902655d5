import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { common } from '../../../base/words/en/common.ts';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { useWords } from '../../../base/words/words.ts';
import { useIsCutOff } from './useIsCutOff.ts';

export interface MissingProps {
  readonly hasFailed: boolean;
  /** The text for a failure other than the network's. */
  readonly failure: string;
  readonly onRetry: () => void;
}

export function Missing({ hasFailed, failure, onRetry }: MissingProps) {
  const { loading } = useWords(common);
  const { offline } = useWords(activity);
  const isCutOff = useIsCutOff();
  if (hasFailed || isCutOff) {
    return (
      <div role="alert" className="flex flex-col items-start gap-3 text-sm text-muted">
        {isCutOff ? offline : failure}
        <RetryButton onRetry={onRetry} />
      </div>
    );
  }
  return (
    <div role="status" aria-label={loading} className="flex flex-col gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  );
}
