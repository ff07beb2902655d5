import type { Profile } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from 'react-router-dom';
import { useSession } from '../accounts/session.tsx';
import { isNotFoundError, sentenceOf } from '../api/errors.ts';
import { useTitle } from '../app/useTitle.ts';
import { Button } from '../ui/Button.tsx';
import { LogoMark } from '../ui/Logo.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { ProfileHeader } from './ProfileHeader.tsx';
import { ProfileMenu } from './ProfileMenu.tsx';
import { profileQuery } from './profileQueries.ts';
import { SocialTiles } from './SocialTiles.tsx';
import { WalletList } from './WalletList.tsx';

/** The public profile at /{username} and /profile/{username} (spec §2). */
export default function ProfileScreen() {
  const { username = '' } = useParams();
  const profile = useQuery(profileQuery(username));
  useTitle(profile.data === undefined ? username : `${profile.data.fullName} (@${profile.data.username})`);
  if (isNotFoundError(profile.error)) return <Navigate to="/not-found" replace />;
  return (
    <div className="shell-width max-w-[48rem] pt-4 pb-10 md:pt-8">
      {profile.data !== undefined ? (
        <ProfileView profile={profile.data} />
      ) : profile.isPending ? (
        <ProfileSkeleton username={username} />
      ) : (
        <ProfileFailure reason={sentenceOf(profile.error)} onRetry={() => void profile.refetch()} />
      )}
    </div>
  );
}

function ProfileView({ profile }: { readonly profile: Profile }) {
  const { user } = useSession();
  const isOwner = user?.username === profile.username;
  return (
    <TooltipProvider>
      <article>
        <ProfileHeader profile={profile} actions={<ProfileMenu profile={profile} isOwner={isOwner} />} />
        <SocialTiles socials={profile.socials} />
        <WalletList wallets={profile.wallets} ownerName={profile.fullName} isOwner={isOwner} />
        <footer className="mt-14 flex justify-center">
          <Link
            to="/"
            className="flex items-center gap-2 rounded-full px-3 py-1.5 text-sm text-faint transition hover:text-fg"
          >
            Powered by
            <span className="flex items-center gap-1.5 font-semibold text-fg">
              <LogoMark className="size-4.5" />
              PMCW
            </span>
          </Link>
        </footer>
      </article>
    </TooltipProvider>
  );
}

function ProfileSkeleton({ username }: { readonly username: string }) {
  return (
    <div role="status" aria-label="Loading profile">
      <h1 className="sr-only">{username}</h1>
      <Skeleton className="h-36 rounded-xl md:h-52" />
      <Skeleton className="-mt-14 ml-4 size-32 rounded-full ring-6 ring-canvas md:-mt-16 md:ml-5" />
      <div className="px-4 md:px-5">
        <Skeleton className="mt-5 h-9 w-56" />
        <Skeleton className="mt-3 h-5 w-36" />
        <Skeleton className="mt-6 h-5 w-full" />
        <Skeleton className="mt-2 h-5 w-2/3" />
      </div>
      <div className="mt-10 flex flex-col gap-3">
        {['a', 'b', 'c'].map((row) => (
          <Skeleton key={row} className="h-19 rounded-lg" />
        ))}
      </div>
    </div>
  );
}

function ProfileFailure({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 py-24 text-center">
      <h1 className="text-xl">This profile could not be loaded</h1>
      <p className="max-w-sm text-muted">{reason}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
