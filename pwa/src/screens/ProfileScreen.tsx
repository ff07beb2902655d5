import { excerpt, isolated, type Profile } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { isNotFoundError, isUnreachableError, sentenceOf } from '../base/api/errors.ts';
import { useInPlaceOfFirstView } from '../base/ui/firstView.ts';
import { Link } from '../base/ui/Link.tsx';
import { Loading } from '../base/ui/Loading.tsx';
import { LogoMark } from '../base/ui/Logo.tsx';
import { RetryButton } from '../base/ui/RetryButton.tsx';
import { Skeleton } from '../base/ui/Skeleton.tsx';
import { useTitle } from '../base/ui/useTitle.ts';
import { profiles } from '../base/words/en/profiles/profiles.ts';
import { useWords } from '../base/words/words.ts';
import { NothingStored } from '../device/offline/kept/NothingStored.tsx';
import { StoredNotice } from '../device/offline/kept/StoredNotice.tsx';
import { useKept } from '../device/offline/kept/useKept.ts';
import { BlockItem, ProfileBlocked } from '../features/messages/contacts/lazyParts.ts';
import { FormerWallets } from '../features/profiles/FormerWallets.tsx';
import { ProfileHeader } from '../features/profiles/ProfileHeader.tsx';
import { ProfileMenu } from '../features/profiles/ProfileMenu.tsx';
import { SocialTiles } from '../features/profiles/SocialTiles.tsx';
import { useLastVisit } from '../features/profiles/useLastVisit.ts';
import { WalletList } from '../features/profiles/WalletList.tsx';
import type { Reportable } from '../features/reports/asking.ts';
import { ReportAddress, ReportItem } from '../features/reports/lazyParts.tsx';
import { ShareButton } from '../features/sharing/ShareButton.tsx';
import { ShareImageButton } from '../features/sharing/ShareImageButton.tsx';
import { WalletCode } from '../features/sharing/WalletCode.tsx';
import { CheckAddress } from '../members/addresses/CheckAddress.tsx';
import { profileQuery, profileQuestion } from '../members/look/profileQueries.ts';
import { useSession } from '../members/session/session.tsx';

const cardOf = ({ id, username, fullName, avatarUrl }: Profile) => ({ id, username, fullName, avatarUrl });

const profileOf = (member: ReturnType<typeof cardOf>): Reportable => ({
  reported: { kind: 'profile', memberId: member.id },
  member,
  excerpt: '',
  isPrivate: false,
});

/** In characters; a tab shows fewer. */
const shownOfName = 60;

/** At /{username} and /profile/{username} (spec §2). */
export default function ProfileScreen() {
  const { username = '' } = useParams();
  const profile = useQuery(profileQuery(username));
  const { data: known, asOf, isMissing, obstacle } = useKept(profile, profileQuestion(username));
  // Rendered in slices, so that the browser can react to taps in between.
  const data = useDeferredValue(known);
  const askAgain = () => void profile.refetch();
  useTitle(
    data === undefined ? username : `${isolated(excerpt(data.fullName, shownOfName))} (@${data.username})`,
  );
  const hasFailed = profile.isError && !isUnreachableError(profile.error);
  useInPlaceOfFirstView(data !== undefined || isMissing || hasFailed);
  if (isNotFoundError(profile.error)) return <Navigate to="/not-found" replace />;
  return (
    <div className="shell-width max-w-[48rem] pt-4 pb-10 md:pt-8">
      {data !== undefined && asOf !== null && (
        <StoredNotice at={asOf} obstacle={obstacle} onRetry={askAgain} className="mb-4" />
      )}
      {data !== undefined ? (
        <ProfileView profile={data} asOf={asOf} />
      ) : isMissing ? (
        <NothingStored what="profile" obstacle={obstacle} onRetry={askAgain} />
      ) : hasFailed ? (
        <ProfileFailure reason={sentenceOf(profile.error)} onRetry={askAgain} />
      ) : (
        <ProfileSkeleton username={username} />
      )}
    </div>
  );
}

interface ProfileViewProps {
  readonly profile: Profile;
  /** Of data stored on this device; null for current data. */
  readonly asOf: number | null;
}

function ProfileView({ profile, asOf }: ProfileViewProps) {
  const words = useWords(profiles);
  const { user } = useSession();
  const isOwner = user?.username === profile.username;
  const isOthers = user !== null && !isOwner;
  const member = cardOf(profile);
  const lastVisit = useLastVisit(profile, asOf === null);
  return (
    <article>
      <ProfileHeader
        profile={profile}
        isOwner={isOwner}
        actions={
          <ProfileMenu profile={profile} isOwner={isOwner}>
            {isOthers && (
              <>
                <BlockItem member={member} />
                <ReportItem about={profileOf(member)} />
              </>
            )}
          </ProfileMenu>
        }
      />
      {isOthers && <ProfileBlocked member={member} />}
      <div className="mt-6 flex flex-wrap gap-2.5 px-4 md:px-5">
        <ShareButton profile={profile} isOwner={isOwner} />
        <ShareImageButton profile={profile} />
      </div>
      <SocialTiles socials={profile.socials} />
      <WalletList
        wallets={profile.wallets}
        username={profile.username}
        ownerName={profile.fullName}
        isOwner={isOwner}
        actionsOf={(wallet) => (
          <>
            <WalletCode wallet={wallet} username={profile.username} />
            {isOthers && <ReportAddress wallet={wallet} member={member} />}
          </>
        )}
        check={<CheckAddress profile={profile} asOf={asOf} />}
        lastVisit={lastVisit}
      />
      {!isOwner && <FormerWallets wallets={profile.formerWallets} />}
      <footer className="mt-14 flex justify-center">
        <Link
          to="/"
          className="flex items-center gap-2 rounded-full px-3 py-1.5 text-sm text-faint transition hover:text-fg"
        >
          {words.poweredBy}
          <span className="flex items-center gap-1.5 font-semibold text-fg">
            <LogoMark className="size-4.5" />
            PMCW
          </span>
        </Link>
      </footer>
    </article>
  );
}

function ProfileSkeleton({ username }: { readonly username: string }) {
  const words = useWords(profiles);
  return (
    <Loading label={words.loading}>
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
    </Loading>
  );
}

function ProfileFailure({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  const words = useWords(profiles);
  return (
    <div role="alert" className="flex flex-col items-center gap-4 py-24 text-center">
      <h1 className="text-xl">{words.failed}</h1>
      <p className="max-w-sm text-muted">{reason}</p>
      <RetryButton onRetry={onRetry} />
    </div>
  );
}
