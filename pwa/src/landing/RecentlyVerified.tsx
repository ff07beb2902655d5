import type { FeaturedUser } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { MemberBanner } from '../profiles/MemberBanner.tsx';
import { featuredUsersQuery } from '../profiles/profileQueries.ts';
import { VerifiedBadge } from '../profiles/VerifiedBadge.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const skeletonKeys = ['a', 'b', 'c', 'd', 'e'];
const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 lg:grid-cols-5';

/** The latest verified members (spec §2). */
export function RecentlyVerified() {
  return (
    <section aria-labelledby="verified-heading">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="verified-heading" className="text-3xl">
          Recently Verified
        </h2>
        <Button asChild variant="secondary" size="sm">
          <Link to="/directory?isAuthorized=true">View All Verified Users</Link>
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
  if (featured.data === undefined && featured.isError) {
    return <Note role="alert">Failed to fetch featured users</Note>;
  }
  if (featured.data === undefined) {
    return (
      <div className={grid} role="status" aria-label="Loading verified users">
        {skeletonKeys.map((key) => (
          <Skeleton key={key} className="h-48 rounded-xl" />
        ))}
      </div>
    );
  }
  if (featured.data.length === 0) return <Note>No verified users found yet. Be the first one!</Note>;
  return (
    <ul className={grid}>
      {featured.data.map((user) => (
        <FeaturedCard key={user.id} user={user} />
      ))}
    </ul>
  );
}

function FeaturedCard({ user }: { readonly user: FeaturedUser }) {
  return (
    <li>
      <Link
        to={`/${user.username}`}
        className="block h-48 overflow-hidden rounded-xl border bg-surface transition hover:border-line-strong hover:bg-raised"
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
            <span className="truncate">{user.fullName}</span>
            <VerifiedBadge className="size-4" />
          </span>
          <span className="max-w-full truncate text-sm text-muted">@{user.username}</span>
        </div>
      </Link>
    </li>
  );
}

function Note({ children, role }: { readonly children: string; readonly role?: 'alert' }) {
  return (
    <p role={role} className="rounded-xl border border-dashed px-6 py-16 text-center text-muted">
      {children}
    </p>
  );
}
