import { initialsOf, isolated, type MemberCard } from '@pmcw/contracts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { Loading, Repeated } from '../../../base/ui/Loading.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useWords } from '../../../base/words/words.ts';

interface MemberItemProps {
  readonly member: MemberCard;
  readonly before?: ReactNode;
  readonly aside?: ReactNode;
  readonly message?: string;
  readonly isMessageMissing?: boolean;
  readonly known?: ReactNode;
  readonly children: ReactNode;
}

export function MemberItem(props: MemberItemProps) {
  const { member, before, aside, message, isMessageMissing, known, children } = props;
  const words = useWords(admin);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      {before !== undefined && <span className="self-start py-3">{before}</span>}
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center self-start rounded-full border bg-raised text-sm font-semibold text-muted"
      >
        {initialsOf(member.fullName)}
      </span>
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="max-w-full truncate font-medium">{member.fullName}</bdi>
          <span className="max-w-full truncate text-sm text-muted">@{member.username}</span>
          {aside !== undefined && <span className="text-xs text-faint">{aside}</span>}
        </p>
        {message !== undefined && (
          <p
            dir="auto"
            className={clsx(
              'mt-1 max-w-prose overflow-clip text-sm break-words whitespace-pre-line',
              isMessageMissing === true ? 'text-faint italic' : 'text-muted',
            )}
          >
            {message}
          </p>
        )}
        {known}
      </div>
      <div className="flex shrink-0 items-center gap-1.5 max-sm:w-full max-sm:flex-wrap max-sm:justify-end">
        <Button asChild size="sm" variant="ghost" className="max-sm:mr-auto max-sm:-ml-3.5">
          <Link
            to={`/${member.username}`}
            aria-label={`${words.verification.viewProfile}: ${isolated(member.fullName)}`}
          >
            {words.verification.viewProfile}
          </Link>
        </Button>
        {children}
      </div>
    </li>
  );
}

/** Has the same size as the loaded members. */
export function MemberItemsSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-6 w-52" />
      <div className="mt-4 divide-y divide-line rounded-xl border bg-surface">
        <Repeated count={4} className="flex items-center gap-4 p-4 sm:px-5">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-48 max-w-full" />
            <Skeleton className="h-4 w-72 max-w-full" />
          </div>
        </Repeated>
      </div>
    </Loading>
  );
}
