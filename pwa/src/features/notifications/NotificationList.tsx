import {
  onlineManager,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { BellOff, CloudOff } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { NetworkError, sentenceOf } from '../../base/api/errors.ts';
import { Loading, Repeated } from '../../base/ui/Loading.tsx';
import { LoadMore } from '../../base/ui/LoadMore.tsx';
import { RetryButton } from '../../base/ui/RetryButton.tsx';
import { Skeleton } from '../../base/ui/Skeleton.tsx';
import { notifications } from '../../base/words/en/notifications/notifications.ts';
import { useWords } from '../../base/words/words.ts';
import { type DeliveryAction, isBehind } from './deliveries.ts';
import { NotificationItem } from './NotificationItem.tsx';
import {
  allNotificationsQuery,
  type DeliveryPages,
  unreadNotificationsQuery,
} from './notificationQueries.ts';

interface NotificationListProps {
  readonly onAction: (action: DeliveryAction) => void;
}

export function NotificationList({ onAction }: NotificationListProps) {
  const words = useWords(notifications);
  const list = useInfiniteQuery(allNotificationsQuery);
  useNeverBehind(list);
  const isOffline = !useIsOnline() || list.error instanceof NetworkError;
  if (list.data === undefined) {
    if (isOffline) return <Note icon={<CloudOff />} title={words.offline} text={words.offlineText} />;
    return list.isError ? (
      <div role="alert" className="flex flex-col items-center gap-3 px-6 py-10 text-center text-sm">
        <p className="font-medium">{words.notLoaded}</p>
        <p className="text-muted">{sentenceOf(list.error)}</p>
        <RetryButton onRetry={() => void list.refetch()} />
      </div>
    ) : (
      <ListSkeleton />
    );
  }
  const deliveries = list.data.pages.flatMap((page) => page.deliveries);
  return (
    <>
      {(isOffline || list.isError) && (
        <p
          role="status"
          className="flex shrink-0 items-center gap-2 border-b bg-raised px-4 py-2 text-xs text-muted"
        >
          <CloudOff aria-hidden="true" className="size-3.5 shrink-0" />
          {words.notFresh}
        </p>
      )}
      {deliveries.length === 0 ? (
        <Note icon={<BellOff />} title={words.none} text={words.noneText} />
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <ul className="divide-y divide-line">
            {deliveries.map((delivery) => (
              <NotificationItem key={delivery.id} delivery={delivery} onAction={onAction} />
            ))}
          </ul>
          <LoadMore list={list} variant="ghost" className="border-t p-2">
            {words.showOlder}
          </LoadMore>
        </div>
      )}
    </>
  );
}

/** Without a socket the two polls arrive at different times; this refetches a list that lags behind the badge. */
function useNeverBehind({ data, refetch, isFetching }: UseInfiniteQueryResult<DeliveryPages>): void {
  const { data: unread } = useQuery(unreadNotificationsQuery);
  const isListBehind =
    data !== undefined &&
    unread !== undefined &&
    isBehind(
      data.pages.flatMap((page) => page.deliveries),
      unread,
    );
  const newest = unread?.[0]?.id;
  // Once per notification, as the server may have hidden it since.
  const asked = useRef(newest);
  useEffect(() => {
    if (!isListBehind || isFetching || asked.current === newest) return;
    asked.current = newest;
    void refetch();
  }, [isListBehind, isFetching, newest, refetch]);
}

const useIsOnline = () =>
  useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );

interface NoteProps {
  readonly icon: React.ReactNode;
  readonly title: string;
  readonly text: string;
}

function Note({ icon, title, text }: NoteProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center text-sm">
      <span
        aria-hidden="true"
        className="mb-2 grid size-11 place-items-center rounded-full border bg-raised text-muted [&_svg]:size-5"
      >
        {icon}
      </span>
      <p className="font-medium">{title}</p>
      <p className="text-muted">{text}</p>
    </div>
  );
}

function ListSkeleton() {
  return (
    <Loading className="divide-y divide-line">
      <Repeated count={3} className="flex flex-col gap-2 px-4 py-3.5">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-3 w-20" />
      </Repeated>
    </Loading>
  );
}
