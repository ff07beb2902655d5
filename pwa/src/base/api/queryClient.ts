import { backoffMs, boundedWait } from '@pmcw/resilience';
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOutError, isUnreachableError } from './errors.ts';
import { onServerBack } from './reach.ts';

const busyMs = { firstMs: 1_000, mostMs: 60_000 };

/**
 * Queries never go stale, are not polled, refetched on focus or retried (spec §7); exceptions are declared with their
 * query. Offline, a query fails at once and is repeated when the server is back (`refetchWhenBack`). What a busy server
 * refuses is repeated after the time that it asks for, as long as it is on screen.
 * @param onSignedOut called when an answer shows that the session is gone
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOutError(error)) onSignedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        onError(error);
        if (error instanceof ApiError && isUnreachableError(error)) askAgainLater(client, error, query);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

function askAgainLater(
  client: QueryClient,
  error: ApiError,
  { queryKey, state }: Query<unknown, unknown>,
): void {
  const waitMs = Math.max(
    boundedWait(error.retryAfter ?? 0) * 1_000,
    backoffMs(state.errorUpdateCount, busyMs),
  );
  const predicate = (query: Query) => query.state.error === error;
  setTimeout(() => void client.refetchQueries({ queryKey, exact: true, type: 'active', predicate }), waitMs);
}

/** Refetches active queries that failed, once the network or the server is back. Returns a function that stops it. */
export function refetchWhenBack(client: QueryClient): () => void {
  const predicate = ({ state }: Query) => state.error !== null && isUnreachableError(state.error);
  return onServerBack(() => void client.refetchQueries({ type: 'active', predicate }));
}
