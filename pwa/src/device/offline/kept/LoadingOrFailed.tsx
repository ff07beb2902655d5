import { InlineError } from '../../../base/ui/InlineError.tsx';
import { Loading } from '../../../base/ui/Loading.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { useWords } from '../../../base/words/words.ts';
import { useIsCutOff } from './useIsCutOff.ts';

interface LoadingOrFailedProps {
  readonly hasFailed: boolean;
  /** The text for a failure other than the network's. */
  readonly failure: string;
  readonly onRetry: () => void;
}

export function LoadingOrFailed({ hasFailed, failure, onRetry }: LoadingOrFailedProps) {
  const { offline } = useWords(activity);
  const isCutOff = useIsCutOff();
  if (hasFailed || isCutOff) {
    return <InlineError text={isCutOff ? offline : failure} onRetry={onRetry} />;
  }
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </Loading>
  );
}
