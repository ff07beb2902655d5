import type { FeaturedUser } from '@pmcw/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { Avatar } from '../../base/ui/Avatar.tsx';
import { EmptyState } from '../../base/ui/EmptyState.tsx';
import { Link } from '../../base/ui/Link.tsx';
import { Loading } from '../../base/ui/Loading.tsx';
import { Skeleton } from '../../base/ui/Skeleton.tsx';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useWords } from '../../base/words/words.ts';
import { MemberBanner } from '../../members/look/MemberBanner.tsx';
import { VerifiedBadge } from '../../members/look/VerifiedBadge.tsx';

const skeletonKeys = ['a', 'b', 'c', 'd', 'e'];
const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 lg:grid-cols-5';

export interface StoredFeaturedProps {
  readonly query: UseQueryResult<FeaturedUser[]>;
}

/** Shows a text if there are none (spec §8). */
export function FeaturedList({ users }: { readonly users: readonly FeaturedUser[] }) {
  const words = useWords(landing).verified;
  if (users.length === 0) return <EmptyState as="p" icon={BadgeCheck} title={words.none} />;
  return (
    <ul className={grid}>
      {users.map((user) => (
        <FeaturedCard key={user.id} user={user} />
      ))}
    </ul>
  );
}

export function FeaturedSkeleton() {
  const words = useWords(landing).verified;
  return (
    <Loading label={words.loading} className={grid}>
      {skeletonKeys.map((key) => (
        <Skeleton key={key} className="h-48 rounded-xl" />
      ))}
    </Loading>
  );
}

function FeaturedCard({ user }: { readonly user: FeaturedUser }) {
  return (
    <li>
      <Link
        to={`/${user.username}`}
        className="block h-48 overflow-hidden rounded-xl border bg-surface transition [content-visibility:auto] hover:border-line-strong hover:bg-raised"
      >
        <MemberBanner username={user.username} backgroundUrl={user.backgroundUrl} className="h-18" />
        <div className="-mt-8 flex flex-col items-center px-3 text-center">
          <Avatar
            username={user.username}
            fullName={user.fullName}
            avatarUrl={user.avatarUrl}
            size={64}
            className="ring-4 ring-surface"
          />
          <span className="mt-3 flex max-w-full items-center gap-1.5 font-medium">
            <bdi className="truncate">{user.fullName}</bdi>
            <VerifiedBadge className="size-4" />
          </span>
          <span className="max-w-full truncate text-sm text-muted">@{user.username}</span>
        </div>
      </Link>
    </li>
  );
}
