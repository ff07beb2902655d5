import { isNotFoundError } from '../../../../base/api/errors.ts';
import { ErrorState } from '../../../../base/ui/ErrorState.tsx';
import { Skeleton } from '../../../../base/ui/Skeleton.tsx';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { common } from '../../../../base/words/en/common.ts';
import { useWords } from '../../../../base/words/words.ts';

export interface NoMomentProps {
  /** Null while loading. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

export function NoMoment({ error, onRetry }: NoMomentProps) {
  const words = useWords(timeTravel);
  const { loading } = useWords(common);
  if (error === null) {
    return (
      <div role="status" aria-label={loading} className="flex flex-col gap-5">
        <Skeleton className="h-28" />
        <Skeleton className="h-160" />
      </div>
    );
  }
  const isMissing = isNotFoundError(error);
  return <ErrorState title={isMissing ? words.missing : words.loading} {...(isMissing ? {} : { onRetry })} />;
}
