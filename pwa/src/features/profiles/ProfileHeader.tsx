import type { Profile } from '@pmcw/contracts';
import type { ReactNode } from 'react';
import { Avatar } from '../../base/ui/Avatar.tsx';
import { Badge } from '../../base/ui/Badge.tsx';
import { LinkedText } from '../../base/ui/LinkedText.tsx';
import { common } from '../../base/words/en/common.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { mayHoldAddress } from '../../members/addresses/candidates.ts';
import { AddressedText, BioAddressNotes } from '../../members/addresses/lazyNotes.tsx';
import { MemberBanner } from '../../members/look/MemberBanner.tsx';
import { PmcwEarnt } from '../../members/look/PmcwEarnt.tsx';
import { VerifiedBadge } from '../../members/look/VerifiedBadge.tsx';

interface ProfileHeaderProps {
  readonly profile: Profile;
  readonly isOwner: boolean;
  readonly actions: ReactNode;
}

export function ProfileHeader({ profile, isOwner, actions }: ProfileHeaderProps) {
  const words = useWords(common);
  const { verifiedSince, nameChanged } = useWords(profiles);
  const formats = useFormats();
  const hasAddress = mayHoldAddress(profile.bio);
  const BioText = hasAddress ? AddressedText : LinkedText;
  return (
    <header>
      <MemberBanner
        username={profile.username}
        backgroundUrl={profile.backgroundUrl}
        className="h-36 rounded-xl border md:h-52"
      />
      <div className="-mt-14 flex items-end justify-between gap-3 px-4 max-[359px]:pr-0 md:-mt-16 md:px-5">
        <span className="relative rounded-full bg-canvas p-1.5">
          <Avatar
            username={profile.username}
            fullName={profile.fullName}
            avatarUrl={profile.avatarUrl}
            size={116}
          />
        </span>
        {actions}
      </div>
      <div className="mt-4 px-4 wrap-anywhere md:px-5">
        <h1 className="flex flex-wrap items-center gap-x-2.5 text-3xl">
          <bdi className="min-w-0">{profile.fullName}</bdi>
          {profile.isAuthorized && <VerifiedBadge className="size-7" />}
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
          <span className="text-base">@{profile.username}</span>
          <Badge>{words.accountTypes[profile.userType]}</Badge>
          {profile.username === 'admin' && <Badge tone="gold">{words.admin}</Badge>}
          <PmcwEarnt tokens={profile.pmcwTokens} />
          {profile.verifiedAt !== null && (
            <span className="text-sm text-faint">
              {verifiedSince} <time dateTime={profile.verifiedAt}>{formats.date(profile.verifiedAt)}</time>
            </span>
          )}
          {profile.nameChangedAt !== null && (
            <span className="text-sm">{nameChanged(formats.date(profile.nameChangedAt))}</span>
          )}
        </div>
        {profile.bio !== '' && (
          <p dir="auto" className="mt-5 max-w-prose overflow-clip text-lg whitespace-pre-line text-fg/90">
            <BioText text={profile.bio} />
          </p>
        )}
        {hasAddress && <BioAddressNotes profile={profile} isOwn={isOwner} />}
      </div>
    </header>
  );
}
