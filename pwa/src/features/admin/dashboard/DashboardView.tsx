import type { AdminStats } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { BadgeCheck, Bell, ChevronRight, type LucideIcon, Settings, Users } from 'lucide-react';
import { CountBadge } from '../../../base/ui/CountBadge.tsx';
import { ErrorState } from '../../../base/ui/ErrorState.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import type { AdminState, MemberFilter } from '../address/adminState.ts';
import { statsQuery } from '../requests/adminQueries.ts';
import { useOpenRequestCount } from '../requests/openCounts.ts';

const stats = [
  { key: 'totalUsers', filter: 'all', tone: 'text-fg' },
  { key: 'authorizedUsers', filter: 'verified', tone: 'text-gold' },
  { key: 'pendingUsers', filter: 'unverified', tone: 'text-fg' },
  { key: 'suspendedUsers', filter: 'suspended', tone: 'text-danger' },
] as const satisfies readonly {
  readonly key: keyof AdminStats;
  readonly filter: MemberFilter;
  readonly tone: string;
}[];

const shortcuts: readonly {
  readonly view: 'users' | 'verification' | 'notifications' | 'settings';
  readonly icon: LucideIcon;
}[] = [
  { view: 'users', icon: Users },
  { view: 'verification', icon: BadgeCheck },
  { view: 'notifications', icon: Bell },
  { view: 'settings', icon: Settings },
];

interface DashboardViewProps {
  readonly searchOf: (changes: Partial<AdminState>) => string;
}

/** Spec §2. */
export function DashboardView({ searchOf }: DashboardViewProps) {
  const words = useWords(admin);
  const formats = useFormats();
  const waiting = useOpenRequestCount();
  return (
    <div className="flex flex-col gap-6">
      <Stats searchOf={searchOf} />
      <section aria-labelledby="admin-shortcuts">
        <h2 id="admin-shortcuts" className="sr-only">
          {words.shortcuts.title}
        </h2>
        <ul className="grid gap-3 sm:grid-cols-2">
          {shortcuts.map(({ view, icon: Icon }) => (
            <li key={view} className="flex">
              <Link
                to={{ search: searchOf({ view }) }}
                className="group flex min-w-0 flex-1 items-center gap-4 rounded-xl border bg-surface p-5 transition hover:border-line-strong hover:bg-raised"
              >
                <span
                  aria-hidden="true"
                  className="grid size-11 shrink-0 place-items-center rounded-full border bg-raised text-muted transition group-hover:text-fg"
                >
                  <Icon className="size-5" strokeWidth={1.8} />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="flex items-center gap-2 font-semibold">
                    {words.shortcuts[view].title}
                    {view === 'verification' && (
                      <CountBadge count={waiting} label={words.verification.open(formats.number(waiting))} />
                    )}
                  </span>
                  <span className="block text-sm text-muted">{words.shortcuts[view].text}</span>
                </span>
                <ChevronRight
                  aria-hidden="true"
                  className="size-5 shrink-0 text-faint transition group-hover:translate-x-0.5 group-hover:text-fg motion-reduce:group-hover:translate-x-0"
                />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Stats({ searchOf }: DashboardViewProps) {
  const words = useWords(admin);
  const { data, isError, refetch } = useQuery(statsQuery);
  if (data === undefined && isError)
    return <ErrorState title={words.errors.loading} onRetry={() => void refetch()} className="min-h-39" />;
  return (
    <section aria-labelledby="admin-stats" aria-busy={data === undefined}>
      <h2 id="admin-stats" className="sr-only">
        {words.stats.title}
      </h2>
      <div className="overflow-hidden rounded-xl border bg-surface">
        <ul className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
          {stats.map(({ key, filter, tone }) => (
            <li key={key} className="flex bg-surface">
              <Link
                to={{ search: searchOf({ view: 'users', filter }) }}
                className="flex flex-1 flex-col gap-1 p-4 transition -outline-offset-2 hover:bg-raised sm:p-6"
              >
                <span className="text-sm text-muted">{words.stats[key]}</span>
                <Count value={data?.[key]} total={data?.totalUsers} tone={tone} isTotal={filter === 'all'} />
              </Link>
            </li>
          ))}
        </ul>
        <div className="border-t p-4 sm:px-6">
          <Shares stats={data} />
        </div>
      </div>
    </section>
  );
}

interface CountProps {
  readonly value: number | undefined;
  readonly total: number | undefined;
  readonly tone: string;
  readonly isTotal: boolean;
}

function Count({ value, total, tone, isTotal }: CountProps) {
  const words = useWords(admin);
  const formats = useFormats();
  if (value === undefined || total === undefined) return <Skeleton className="h-13.5 w-24" />;
  return (
    <>
      <span className={clsx('text-2xl font-semibold tabular-nums', value === 0 ? 'text-fg' : tone)}>
        {formats.number(value)}
      </span>
      <span className="min-h-4 text-xs text-faint tabular-nums">
        {!isTotal && total > 0 && words.stats.shareOfAll(formats.percent(value / total))}
      </span>
    </>
  );
}

/** Verified members who are suspended count as suspended. */
function Shares({ stats: counts }: { readonly stats: AdminStats | undefined }) {
  const total = counts?.totalUsers ?? 0;
  if (counts === undefined || total === 0) return <div className="h-1.5 rounded-full bg-raised" />;
  const verified = total - counts.pendingUsers - counts.suspendedUsers;
  const parts = [
    { key: 'verified', count: verified, tone: 'bg-gold' },
    { key: 'pending', count: counts.pendingUsers, tone: 'bg-line-strong' },
    { key: 'suspended', count: counts.suspendedUsers, tone: 'bg-danger' },
  ];
  return (
    <div aria-hidden="true" className="flex h-1.5 gap-0.5 overflow-hidden rounded-full">
      {parts.map(({ key, count, tone }) => (
        <span key={key} className={tone} style={{ flexGrow: count }} />
      ))}
    </div>
  );
}
