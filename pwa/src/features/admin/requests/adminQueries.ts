import {
  type AdminUserDetails,
  adminStatsSchema,
  adminUserDetailsSchema,
  adminUsersSchema,
  caseDetailsSchema,
  foldCase,
  notificationsSchema,
  profileSchema,
  reportCasesSchema,
  settingsSchema,
  verificationRequestsSchema,
} from '@pmcw/contracts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from '@tanstack/react-query';
import type * as v from 'valibot';
import { fetchJson, readJson, send } from '../../../base/api/client.ts';
import { nextPage } from '../../../base/api/nextPage.ts';
import { type CaseStatus, type MemberListState, memberListSearch } from '../address/adminState.ts';

/** Refetches failed requests, and keeps no answer for long (spec §7, §9). */
const eager = { staleTime: 0, retry: 2, retryDelay: 1000, refetchOnMount: 'always' } as const;

/** Never cached. */
export const statsQuery = queryOptions({
  ...eager,
  queryKey: ['/api/admin/stats'],
  queryFn: ({ signal }) => fetchJson('/api/admin/stats', adminStatsSchema, { signal }),
  gcTime: 0,
});

export const memberKeys = {
  all: ['/api/admin/users'],
  lists: ['/api/admin/users', 'list'],
  members: ['/api/admin/users', 'member'],
} as const;

/** The previous page remains until the next one arrives. */
export const memberListQuery = (list: MemberListState) => {
  const search = memberListSearch(list);
  return queryOptions({
    ...eager,
    queryKey: [...memberKeys.lists, search],
    queryFn: ({ signal }) => fetchJson(`/api/admin/users?${search}`, adminUsersSchema, { signal }),
    placeholderData: keepPreviousData,
  });
};

async function fetchMember(username: string, signal: AbortSignal): Promise<AdminUserDetails> {
  const profile = await fetchJson(`/api/profile/${encodeURIComponent(username)}`, profileSchema, { signal });
  return fetchJson(`/api/admin/users/${profile.id}`, adminUserDetailsSchema, { signal });
}

/** Looks up by username, because links contain usernames. */
export const memberQuery = (username: string) =>
  queryOptions({
    queryKey: [...memberKeys.members, foldCase(username)],
    queryFn: ({ signal }) => fetchMember(username, signal),
    refetchOnMount: 'always',
  });

export interface ListPage<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
}
export type ListPages<T> = InfiniteData<ListPage<T>, string | null>;

function pagedQuery<T>(
  path: string,
  query: Readonly<Record<string, string>>,
  schema: v.GenericSchema<unknown, T[]>,
) {
  return infiniteQueryOptions<ListPage<T>, Error, ListPages<T>, readonly string[], string | null>({
    queryKey: [path, ...Object.values(query)],
    queryFn: async ({ pageParam: before, signal }) => {
      const search = new URLSearchParams({ ...query, ...(before === null ? {} : { before }) });
      const response = await send(`${path}?${search}`, { signal });
      return { items: await readJson(response, schema), next: nextPage(response) };
    },
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  });
}

/** Oldest first. */
export const openRequestsQuery = pagedQuery(
  '/api/admin/verification-requests',
  { status: 'open' },
  verificationRequestsSchema,
);

export const caseKeys = { all: ['/api/admin/reports'] } as const;

/** Open ones oldest first, closed ones newest first. */
export const reportCasesQuery = (status: CaseStatus) =>
  pagedQuery(caseKeys.all[0], { status }, reportCasesSchema);

/** @param at position of a report, whose content is shown; null for the newest. The previous one remains until then. */
export const caseQuery = (id: string, at: string | null) =>
  queryOptions({
    queryKey: [...caseKeys.all, 'case', id, at],
    queryFn: ({ signal }) => {
      const search = at === null ? '' : `?${new URLSearchParams({ at })}`;
      return fetchJson(`${caseKeys.all[0]}/${encodeURIComponent(id)}${search}`, caseDetailsSchema, {
        signal,
      });
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Longest without review first. */
export const changedMembersQuery = pagedQuery(
  '/api/admin/changed-members',
  {},
  adminUsersSchema.entries.users,
);

/** Newest first. */
export const notificationsQuery = pagedQuery(
  '/api/admin/notifications',
  { limit: '20' },
  notificationsSchema,
);

export const adminSettingsQuery = queryOptions({
  queryKey: ['/api/admin/settings'],
  queryFn: ({ signal }) => fetchJson('/api/admin/settings', settingsSchema, { signal }),
  refetchOnMount: 'always',
});
