import { isNotFoundError } from '../../../../base/api/errors.ts';
import { ErrorState } from '../../../../base/ui/ErrorState.tsx';
import { Loading } from '../../../../base/ui/Loading.tsx';
import { Skeleton } from '../../../../base/ui/Skeleton.tsx';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { useWords } from '../../../../base/words/words.ts';

interface NoMomentProps {
  /** Null while loading. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

export function NoMoment({ error, onRetry }: NoMomentProps) {
  const words = useWords(timeTravel);
  if (error === null) {
    return (
      <Loading className="flex flex-col gap-5">
        <Skeleton className="h-28" />
        <Skeleton className="h-160" />
      </Loading>
    );
  }
  const isMissing = isNotFoundError(error);
  return <ErrorState title={isMissing ? words.missing : words.loading} {...(isMissing ? {} : { onRetry })} />;
}
