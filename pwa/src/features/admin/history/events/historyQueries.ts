import {
  adminUserDetailsSchema,
  type HistoryEntry,
  historyChainSchema,
  historyDetailsSchema,
  historySchema,
  limits,
  profileSchema,
} from '@pmcw/contracts';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchJson, readJson, send } from '../../../../base/api/client.ts';
import { nextPage } from '../../../../base/api/nextPage.ts';
import type { ListPage, ListPages } from '../../requests/adminQueries.ts';

const path = '/api/admin/history';
const tailMs = 5_000;
const tailAfterFailureMs = 30_000;

const withQuery = (search: string, more: Readonly<Record<string, string>>): string => {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(more)) params.set(name, value);
  return `${path}?${params}`;
};

/** Newest first, page by page; never cached. */
export const historyQuery = (search: string) =>
  infiniteQueryOptions<
    ListPage<HistoryEntry>,
    Error,
    ListPages<HistoryEntry>,
    readonly string[],
    string | null
  >({
    queryKey: [path, 'list', search],
    queryFn: async ({ pageParam: before, signal }) => {
      const page = { limit: String(limits.historyPageSize), ...(before === null ? {} : { before }) };
      const response = await send(withQuery(search, page), { signal });
      return { items: await readJson(response, historySchema), next: nextPage(response) };
    },
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    gcTime: 0,
  });

export function withNewer(
  pages: ListPages<HistoryEntry>,
  newer: readonly HistoryEntry[],
): ListPages<HistoryEntry> {
  const [first, ...others] = pages.pages;
  if (first === undefined) return pages;
  const known = new Set(first.items.map(({ position }) => position));
  const items = [...newer.filter(({ position }) => !known.has(position)), ...first.items];
  return { ...pages, pages: [{ ...first, items }, ...others] };
}

/**
 * Polls for newer events while the page is visible, and prepends them. A full page resets the list, because events may
 * be missing in between. Resolves to their number.
 */
export const tailQuery = (search: string, queryClient: QueryClient) =>
  queryOptions({
    queryKey: [path, 'tail', search],
    queryFn: async ({ signal }) => {
      const { queryKey } = historyQuery(search);
      const after = queryClient.getQueryData(queryKey)?.pages[0]?.items[0]?.position ?? '0';
      const most = limits.historyPageSizeMax;
      const newer = await fetchJson(withQuery(search, { after, limit: String(most) }), historySchema, {
        signal,
      });
      if (newer.length === most) await queryClient.resetQueries({ queryKey });
      else if (newer.length > 0)
        queryClient.setQueryData<ListPages<HistoryEntry>>(
          queryKey,
          (pages) => pages && withNewer(pages, newer),
        );
      return newer.length;
    },
    refetchInterval: (query) => (query.state.status === 'error' ? tailAfterFailureMs : tailMs),
    refetchOnMount: false,
    staleTime: 0,
    gcTime: 0,
  });

export const detailsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [path, 'details', eventId],
    queryFn: ({ signal }) => fetchJson(`${path}/${eventId}`, historyDetailsSchema, { signal }),
    // A member may have been erased since.
    refetchOnMount: 'always',
  });

export const chainQuery = (eventId: string) =>
  queryOptions({
    queryKey: [path, 'chain', eventId],
    queryFn: ({ signal }) => fetchJson(`${path}/${eventId}/chain`, historyChainSchema, { signal }),
    // It may have had further effects since.
    refetchOnMount: 'always',
  });

/** The username for a filter by id; fails for erased members. */
export const memberNameQuery = (id: string) =>
  queryOptions({
    queryKey: [path, 'member', id],
    queryFn: async ({ signal }) =>
      (await fetchJson(`/api/admin/users/${id}`, adminUserDetailsSchema, { signal })).username,
  });

/** @throws ApiError 404 for an unknown username */
export async function memberIdOf(username: string): Promise<string> {
  const { id } = await fetchJson(`/api/profile/${encodeURIComponent(username)}`, profileSchema);
  return String(id);
}
