import { Badge } from '../../base/ui/Badge.tsx';
import { Skeleton } from '../../base/ui/Skeleton.tsx';
import { common } from '../../base/words/en/common.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useWords } from '../../base/words/words.ts';
import { PmcwCoin } from '../../members/look/PmcwEarnt.tsx';
import { VerifiedBadge } from '../../members/look/VerifiedBadge.tsx';

/** A placeholder that the query service fills in (`firstViews.ts` there). */
const slot = (name: string) => `{{${name}}}`;

/**
 * The profile as prerendered (`app/firstViews.tsx`), with texts placed as in `ProfileHeader`. The verification date and
 * the name change may be empty.
 */
export function ProfileFirstView() {
  const { pmcwEarnt } = useWords(common);
  const { verifiedSince, nameChanged } = useWords(profiles);
  return (
    <div className="shell-width max-w-[48rem] pt-4 pb-10 md:pt-8">
      <Skeleton className="h-36 rounded-xl md:h-52" />
      <div className="-mt-14 px-4 max-[359px]:pr-0 md:-mt-16 md:px-5">
        <Skeleton className="size-32 rounded-full ring-6 ring-canvas" />
      </div>
      <div className="mt-4 px-4 wrap-anywhere md:px-5">
        <h1 className="flex flex-wrap items-center gap-x-2.5 text-3xl">
          <bdi className="min-w-0">{slot('fullName')}</bdi>
          <span data-is={slot('isAuthorized')} className="contents data-[is=false]:hidden">
            <VerifiedBadge className="size-7" />
          </span>
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
          <span className="text-base">@{slot('username')}</span>
          <Badge>{slot('userType')}</Badge>
          <span
            data-tokens={slot('pmcwTokens')}
            className="inline-flex items-center gap-1.5 text-sm font-medium whitespace-nowrap text-gold tabular-nums data-[tokens='0']:text-muted"
          >
            <PmcwCoin className="size-4.5" />
            {pmcwEarnt(slot('pmcwTokens'))}
          </span>
          <span data-at={slot('verifiedAt')} className="text-sm text-faint data-[at='']:hidden">
            {verifiedSince} {slot('verifiedOn')}
          </span>
          <span data-at={slot('nameChangedAt')} className="text-sm data-[at='']:hidden">
            {nameChanged(slot('nameChangedOn'))}
          </span>
        </div>
        <p dir="auto" className="mt-5 max-w-prose overflow-clip text-lg whitespace-pre-line text-fg/90">
          {slot('bio')}
        </p>
      </div>
    </div>
  );
}
