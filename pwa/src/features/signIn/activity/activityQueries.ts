import {
  type ActivityEntry,
  activitySchema,
  endedSessionsSchema,
  type OwnSession,
  ownSessionsSchema,
} from '@pmcw/contracts';
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { fetchJson, readJson, send } from '../../../base/api/client.ts';
import { isNotFoundError } from '../../../base/api/errors.ts';
import { nextPage } from '../../../base/api/nextPage.ts';
import { toastError } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { currentWords } from '../../../base/words/words.ts';

const sessionsPath = '/api/user/sessions';
const endedPath = `${sessionsPath}/ended`;
const activityPath = '/api/user/activity';

/** Never cached. */
export const ownSessionsQuery = queryOptions({
  queryKey: [sessionsPath],
  queryFn: ({ signal }) => fetchJson(sessionsPath, ownSessionsSchema, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: 'always',
});

/** Never cached. */
export const endedSessionsQuery = queryOptions({
  queryKey: [endedPath],
  queryFn: ({ signal }) => fetchJson(endedPath, endedSessionsSchema, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: 'always',
});

/** `next` is the cursor of the next page; null at the end. */
interface ActivityPage {
  readonly items: readonly ActivityEntry[];
  readonly next: string | null;
}
type ActivityPages = InfiniteData<ActivityPage, string | null>;

/** Newest first; never cached. */
export const activityQuery = infiniteQueryOptions<
  ActivityPage,
  Error,
  ActivityPages,
  readonly string[],
  string | null
>({
  queryKey: [activityPath],
  queryFn: async ({ pageParam: before, signal }) => {
    const query = before === null ? '' : `?${new URLSearchParams({ before })}`;
    const response = await send(activityPath + query, { signal });
    return { items: await readJson(response, activitySchema), next: nextPage(response) };
  },
  initialPageParam: null,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: 'always',
});

/** One session, or all except this one. */
export type EndOf = OwnSession | 'others';

/** A session that no longer exists counts as ended. */
export function useEndSession() {
  const queryClient = useQueryClient();
  const words = () => currentWords(activity).sessions;
  return useMutation({
    mutationFn: async (end: EndOf) => {
      const path = end === 'others' ? sessionsPath : `${sessionsPath}/${encodeURIComponent(end.id)}`;
      await send(path, { method: 'DELETE' }).catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error;
      });
    },
    onSuccess: (_ended, end) => {
      queryClient.setQueryData(ownSessionsQuery.queryKey, (sessions) =>
        sessions?.filter(({ id, isCurrent }) => isCurrent || (end !== 'others' && id !== end.id)),
      );
      toast({ title: end === 'others' ? words().othersEnded : words().ended, tone: 'success' });
    },
    onError: (error) => toastError(words().notEnded, error),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: endedSessionsQuery.queryKey });
    },
  });
}
