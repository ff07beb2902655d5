import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import { Link } from '../../base/ui/Link.tsx';
import { lazyExtra } from '../../base/ui/lazyPart.tsx';
import { useIsSlow } from '../../base/ui/useIsSlow.ts';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useWords } from '../../base/words/words.ts';
import { featuredUsersQuery } from '../../members/look/profileQueries.ts';
import { FeaturedFailed } from './FeaturedFailed.tsx';
import { FeaturedList, FeaturedSkeleton, type StoredFeaturedProps } from './FeaturedList.tsx';

/** Loaded when the server does not answer. */
const StoredFeatured = lazyExtra(
  () => import('./StoredFeatured.tsx'),
  (_props: StoredFeaturedProps) => <FeaturedSkeleton />,
  FeaturedFailed,
);

/** Spec §2. */
export function RecentlyVerified() {
  const words = useWords(landing).verified;
  return (
    <section aria-labelledby="verified-heading">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="verified-heading" className="text-3xl">
          {words.heading}
        </h2>
        <Button asChild variant="secondary" size="sm">
          <Link to="/directory?isAuthorized=true">{words.viewAll}</Link>
        </Button>
      </div>
      <div className="mt-8">
        <FeaturedUsers />
      </div>
    </section>
  );
}

function FeaturedUsers() {
  const featured = useQuery(featuredUsersQuery);
  const isSlow = useIsSlow(featured.isPending);
  // Rendered in slices, so that the browser can react to taps in between.
  const users = useDeferredValue(featured.data);
  if (users !== undefined) return <FeaturedList users={users} />;
  return featured.isError || isSlow ? <StoredFeatured query={featured} /> : <FeaturedSkeleton />;
}
