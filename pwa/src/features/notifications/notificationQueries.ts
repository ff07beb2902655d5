import { type Delivery, deliveriesSchema } from '@pmcw/contracts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { readJson, send } from '../../base/api/client.ts';
import { nextPage } from '../../base/api/nextPage.ts';

/** How often both lists are asked for, in milliseconds (spec §9). */
export const pollEveryMs = 30_000;

/** Asked for again and again, but not while the page is hidden or the device offline: then as soon as it is back. */
const polled = {
  refetchInterval: pollEveryMs,
  refetchIntervalInBackground: false,
  refetchOnReconnect: 'always',
  networkMode: 'online',
} as const;

/** Keys of both lists. */
export const notificationKeys = {
  both: ['/api/notifications'],
  all: ['/api/notifications', 'all'],
  unread: ['/api/notifications', 'unread'],
} as const;

/** A part of the list. */
export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** Where older ones begin; null at the end. */
  readonly next: string | null;
}
/** The pages that were asked for so far. */
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

/** Everything that the member was told, newest first, `GET /api/notifications?includeRead=true`. */
export const allNotificationsQuery = infiniteQueryOptions<
  DeliveryPage,
  Error,
  DeliveryPages,
  readonly string[],
  string | null
>({
  ...polled,
  // Asked for only while the bell is open: what it showed last time may be minutes old.
  refetchOnMount: 'always',
  queryKey: notificationKeys.all,
  queryFn: ({ pageParam, signal }) => fetchPage(true, pageParam, signal),
  initialPageParam: null,
  getNextPageParam: ({ next }) => next,
});

/** What the member has not read, newest first, `GET /api/notifications?includeRead=false`. */
export const unreadNotificationsQuery = queryOptions({
  ...polled,
  queryKey: notificationKeys.unread,
  queryFn: async ({ signal }) => (await fetchPage(false, null, signal)).deliveries,
});

/** What both lists show, to be put back. */
export interface ShownLists {
  readonly all: DeliveryPages | undefined;
  readonly unread: readonly Delivery[] | undefined;
}

/** What both lists show now. */
export const shownLists = (queryClient: QueryClient): ShownLists => ({
  all: queryClient.getQueryData<DeliveryPages>(notificationKeys.all),
  unread: queryClient.getQueryData<readonly Delivery[]>(notificationKeys.unread),
});

/** Shows other lists. */
export function showLists(queryClient: QueryClient, { all, unread }: ShownLists): void {
  queryClient.setQueryData(notificationKeys.all, all);
  queryClient.setQueryData(notificationKeys.unread, unread);
}

/** Pages with other deliveries in each. */
export const changePages = (
  pages: DeliveryPages,
  change: (deliveries: readonly Delivery[], page: number) => readonly Delivery[],
): DeliveryPages => ({
  ...pages,
  pages: pages.pages.map((page, index) => ({ ...page, deliveries: change(page.deliveries, index) })),
});
