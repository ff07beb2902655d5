import type { Notification } from '@pmcw/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { BellOff } from 'lucide-react';
import { Badge } from '../../../base/ui/Badge.tsx';
import { EmptyState } from '../../../base/ui/EmptyState.tsx';
import { ErrorState } from '../../../base/ui/ErrorState.tsx';
import { Loading, Repeated } from '../../../base/ui/Loading.tsx';
import { LoadMore } from '../../../base/ui/LoadMore.tsx';
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { Switch } from '../../../base/ui/Switch.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useWords } from '../../../base/words/words.ts';
import { notificationsQuery } from '../requests/adminQueries.ts';
import { NotificationForm } from './NotificationForm.tsx';
import { useToggleNotification } from './notificationMutations.ts';

/** Spec §2 "Notifications". */
export function NotificationsView() {
  const words = useWords(admin).notifications;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <NotificationForm />
      <section aria-labelledby="sent-notifications" className="min-w-0">
        <h2 id="sent-notifications" className="text-lg">
          {words.listTitle}
        </h2>
        <Sent />
      </section>
    </div>
  );
}

function Sent() {
  const words = useWords(admin);
  const list = useInfiniteQuery(notificationsQuery);
  const { data, isError, refetch } = list;
  if (data === undefined) {
    return isError ? (
      <ErrorState title={words.errors.loading} onRetry={() => void refetch()} className="mt-4" />
    ) : (
      <SentSkeleton />
    );
  }
  const notifications = data.pages.flatMap((page) => page.items);
  if (notifications.length === 0) {
    return (
      <EmptyState
        as="p"
        icon={BellOff}
        title={words.notifications.empty}
        text={words.notifications.emptyText}
        className="mt-4"
      />
    );
  }
  return (
    <>
      <ul className="mt-4 divide-y divide-line rounded-xl border bg-surface">
        {notifications.map((notification) => (
          <SentNotification key={notification.id} notification={notification} />
        ))}
      </ul>
      <LoadMore list={list} className="mt-4">
        {words.loadMore}
      </LoadMore>
    </>
  );
}

function SentNotification({ notification }: { readonly notification: Notification }) {
  const words = useWords(admin).notifications;
  const toggle = useToggleNotification();
  const { id, title, message, createdAt } = notification;
  // Not `useOptimistic`: React would hold back every other transition, such as to the next screen, until the action
  // ends.
  const { isActive } = toggle.isPending ? toggle.variables : notification;
  return (
    <li className="flex items-start gap-4 p-4 [contain-intrinsic-size:auto_7rem] [content-visibility:auto] sm:px-5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className={clsx('text-base break-words', !isActive && 'text-muted')}>
            <bdi>{title}</bdi>
          </h3>
          <Badge tone={isActive ? 'success' : 'neutral'}>
            {isActive ? words.activeNow : words.inactiveNow}
          </Badge>
        </div>
        <p
          dir="auto"
          className="mt-1 max-w-prose overflow-clip text-sm break-words whitespace-pre-line text-muted"
        >
          {message}
        </p>
        <p className="mt-2 text-xs text-faint">
          <RelativeTime at={createdAt} />
        </p>
      </div>
      <Switch
        label={words.isActive(title)}
        isLabelHidden
        isOn={isActive}
        onChange={(next) => toggle.mutate({ id, isActive: next })}
      />
    </li>
  );
}

function SentSkeleton() {
  return (
    <Loading className="mt-4 divide-y divide-line rounded-xl border bg-surface">
      <Repeated count={3} className="flex flex-col gap-2.5 p-4 sm:px-5">
        <Skeleton className="h-5 w-56 max-w-full" />
        <Skeleton className="h-4 w-full max-w-md" />
        <Skeleton className="h-4 w-24" />
      </Repeated>
    </Loading>
  );
}
