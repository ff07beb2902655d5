import { type Delivery, deliveriesSchema } from '@pmcw/contracts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { readJson, send } from '../../base/api/client.ts';
import { nextPage } from '../../base/api/nextPage.ts';

export const pollEveryMs = 30_000;

/** Pauses while the page is hidden or the device offline, and resumes at once afterwards. */
const polled = {
  refetchInterval: pollEveryMs,
  refetchIntervalInBackground: false,
  refetchOnReconnect: 'always',
  networkMode: 'online',
} as const;

export const notificationKeys = {
  both: ['/api/notifications'],
  all: ['/api/notifications', 'all'],
  unread: ['/api/notifications', 'unread'],
} as const;

interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly next: string | null;
}
export type DeliveryPages = InfiniteData<DeliveryPage, string | null>;

async function fetchPage(
  includeRead: boolean,
  before: string | null,
  signal: AbortSignal,
): Promise<DeliveryPage> {
  const search = new URLSearchParams({
    includeRead: String(includeRead),
    ...(before === null ? {} : { before }),
  });
  const response = await send(`/api/notifications?${search}`, { signal });
  return { deliveries: await readJson(response, deliveriesSchema), next: nextPage(response) };
}

export const allNotificationsQuery = infiniteQueryOptions<
  DeliveryPage,
  Error,
  DeliveryPages,
  readonly string[],
  string | null
>({
  ...polled,
  // Active only while the bell is open, so earlier data may be minutes old.
  refetchOnMount: 'always',
  queryKey: notificationKeys.all,
  queryFn: ({ pageParam, signal }) => fetchPage(true, pageParam, signal),
  initialPageParam: null,
  getNextPageParam: ({ next }) => next,
});

export const unreadNotificationsQuery = queryOptions({
  ...polled,
  queryKey: notificationKeys.unread,
  queryFn: async ({ signal }) => (await fetchPage(false, null, signal)).deliveries,
});

interface ShownLists {
  readonly all: DeliveryPages | undefined;
  readonly unread: readonly Delivery[] | undefined;
}

export const shownLists = (queryClient: QueryClient): ShownLists => ({
  all: queryClient.getQueryData<DeliveryPages>(notificationKeys.all),
  unread: queryClient.getQueryData<readonly Delivery[]>(notificationKeys.unread),
});

export function showLists(queryClient: QueryClient, { all, unread }: ShownLists): void {
  queryClient.setQueryData(notificationKeys.all, all);
  queryClient.setQueryData(notificationKeys.unread, unread);
}

export const changePages = (
  pages: DeliveryPages,
  change: (deliveries: readonly Delivery[], page: number) => readonly Delivery[],
): DeliveryPages => ({
  ...pages,
  pages: pages.pages.map((page, index) => ({ ...page, deliveries: change(page.deliveries, index) })),
});
