import type { DirectoryCard } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { Check, ShieldCheck } from 'lucide-react';
import { Avatar } from '../../base/ui/Avatar.tsx';
import { Badge } from '../../base/ui/Badge.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { Link } from '../../base/ui/Link.tsx';
import { Skeleton } from '../../base/ui/Skeleton.tsx';
import { common } from '../../base/words/en/common.ts';
import { directory } from '../../base/words/en/directory/directory.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { conversationLink } from '../../members/look/conversationLink.ts';
import { MemberBanner } from '../../members/look/MemberBanner.tsx';
import { NetworkChip } from '../../members/look/NetworkChip.tsx';
import { PmcwEarnt } from '../../members/look/PmcwEarnt.tsx';
import { VerifiedBadge } from '../../members/look/VerifiedBadge.tsx';
import { useSession } from '../../members/session/session.tsx';

/** Spec §9. */
const networksShown = 3;

/** Painted only near the view, as most of a page is below it. */
const frame =
  'flex flex-col overflow-hidden rounded-xl border bg-surface [contain-intrinsic-size:auto_24rem] [content-visibility:auto]';

/** Spec §2; the administrator's card is gold. */
export function MemberCard({ member }: { readonly member: DirectoryCard }) {
  const words = useWords(directory);
  const formats = useFormats();
  const isAdmin = member.username === 'admin';
  const more = member.networks.length - networksShown;
  return (
    <li
      className={clsx(
        frame,
        'group transition hover:border-line-strong',
        isAdmin && 'border-gold-line hover:border-gold',
      )}
    >
      <MemberBanner username={member.username} backgroundUrl={null} className="h-20" />
      <div className="-mt-9 flex flex-1 flex-col px-4 pb-4">
        <div className="flex items-end justify-between gap-2">
          <span className="relative rounded-full bg-surface p-1">
            <Avatar
              username={member.username}
              fullName={member.fullName}
              avatarUrl={member.avatarUrl}
              size={64}
            />
          </span>
          <Status isAdmin={isAdmin} isAuthorized={member.isAuthorized} />
        </div>
        <h2 className="mt-2.5 flex items-center gap-1.5 text-base">
          <bdi className="truncate">{member.fullName}</bdi>
        </h2>
        <p className="truncate text-sm text-muted">@{member.username}</p>
        <p dir="auto" className="mt-2.5 line-clamp-2 min-h-10 text-sm break-words text-muted">
          {member.bio}
        </p>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <PmcwEarnt tokens={member.pmcwTokens} />
          {member.hasProof && (
            <span className="inline-flex items-center gap-1 text-xs text-muted">
              <Check aria-hidden="true" className="size-3.5 shrink-0 text-success" />
              {words.proved}
            </span>
          )}
        </div>
        <ul className="mt-3 flex min-h-6 flex-wrap gap-1" aria-label={words.networks}>
          {member.networks.slice(0, networksShown).map((network) => (
            <li key={network} className="flex">
              <NetworkChip network={network} />
            </li>
          ))}
          {more > 0 && (
            <li className="pl-0.5 text-2xs/6 whitespace-nowrap text-faint">
              {words.more(formats.number(more))}
            </li>
          )}
        </ul>
        <div className="mt-auto grid grid-cols-2 gap-2 pt-4">
          <Button asChild size="sm" variant="secondary">
            <Link to={`/${member.username}`}>
              {words.viewProfile}
              <span className="sr-only"> {words.of(member.fullName)}</span>
            </Link>
          </Button>
          <SecondAction member={member} />
        </div>
      </div>
    </li>
  );
}

/** Members can't message themselves (spec §6), so their own card has an edit link. */
function SecondAction({ member: { id, username, fullName } }: { readonly member: DirectoryCard }) {
  const words = useWords(directory);
  const { edit } = useWords(common);
  const { user } = useSession();
  const conversation = conversationLink(username, fullName);
  return (
    <Button asChild size="sm" variant="ghost">
      {user?.id === id ? (
        <Link to="/dashboard/profile" aria-label={words.editOwn}>
          {edit}
        </Link>
      ) : (
        <Link {...(user === null ? { to: '/auth', state: { goingTo: conversation.to } } : conversation)}>
          {words.message}
          <bdi className="sr-only"> {fullName}</bdi>
        </Link>
      )}
    </Button>
  );
}

function Status({ isAdmin, isAuthorized }: { readonly isAdmin: boolean; readonly isAuthorized: boolean }) {
  const words = useWords(common);
  if (isAdmin) {
    return (
      <Badge tone="gold">
        <ShieldCheck aria-hidden="true" />
        {words.admin}
      </Badge>
    );
  }
  if (!isAuthorized) return <Badge>{words.unverified}</Badge>;
  return (
    <Badge tone="gold">
      <VerifiedBadge className="size-3.5" />
      {words.verified}
    </Badge>
  );
}

export function MemberCardSkeleton() {
  return (
    <div className={frame}>
      <Skeleton className="h-20 rounded-none" />
      <div className="-mt-9 flex flex-col px-4 pb-4">
        <Skeleton className="size-18 rounded-full ring-4 ring-surface" />
        <Skeleton className="mt-3 h-5 w-3/5" />
        <Skeleton className="mt-2 h-4 w-2/5" />
        <Skeleton className="mt-4 h-4" />
        <Skeleton className="mt-2 h-4 w-4/5" />
        <Skeleton className="mt-4 h-5 w-2/5" />
        <Skeleton className="mt-3 h-6 w-3/4 rounded-full" />
        <div className="mt-4 grid grid-cols-2 gap-2">
          <Skeleton className="h-9 rounded-full" />
          <Skeleton className="h-9 rounded-full" />
        </div>
      </div>
    </div>
  );
}
