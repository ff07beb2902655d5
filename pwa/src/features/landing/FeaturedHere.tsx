import { isUnreachableError } from '../../base/api/errors.ts';
import { AsOf } from '../../device/offline/kept/AsOf.tsx';
import { useKept } from '../../device/offline/kept/useKept.ts';
import { featuredQuestion } from '../../members/look/profileQueries.ts';
import { FeaturedFailed } from './FeaturedFailed.tsx';
import type { FeaturedHereProps } from './FeaturedList.tsx';
import { FeaturedList, FeaturedSkeleton } from './FeaturedList.tsx';

export default function FeaturedHere({ query }: FeaturedHereProps) {
  const { data, asOf, isMissing, isAwaited } = useKept(query, featuredQuestion);
  if (data !== undefined) {
    return (
      <>
        <AsOf at={asOf} isAwaited={isAwaited} onRetry={() => void query.refetch()} className="mb-4" />
        <FeaturedList users={data} />
      </>
    );
  }
  const isRefused = query.isError && !isUnreachableError(query.error);
  return isMissing || isRefused ? <FeaturedFailed query={query} /> : <FeaturedSkeleton />;
}
