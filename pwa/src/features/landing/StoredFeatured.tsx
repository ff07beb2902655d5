import { isUnreachableError } from '../../base/api/errors.ts';
import { StoredNotice } from '../../device/offline/kept/StoredNotice.tsx';
import { useKept } from '../../device/offline/kept/useKept.ts';
import { featuredQuestion } from '../../members/look/profileQueries.ts';
import { FeaturedFailed } from './FeaturedFailed.tsx';
import type { StoredFeaturedProps } from './FeaturedList.tsx';
import { FeaturedList, FeaturedSkeleton } from './FeaturedList.tsx';

export default function StoredFeatured({ query }: StoredFeaturedProps) {
  const { data, asOf, isMissing, obstacle } = useKept(query, featuredQuestion);
  if (data !== undefined) {
    return (
      <>
        <StoredNotice at={asOf} obstacle={obstacle} onRetry={() => void query.refetch()} className="mb-4" />
        <FeaturedList users={data} />
      </>
    );
  }
  const isRefused = query.isError && !isUnreachableError(query.error);
  return isMissing || isRefused ? <FeaturedFailed query={query} /> : <FeaturedSkeleton />;
}
