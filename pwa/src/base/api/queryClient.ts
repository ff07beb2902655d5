import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOutError, isUnreachableError } from './errors.ts';
import { onServerBack } from './reach.ts';

/**
 * Queries never go stale, are not polled, refetched on focus or retried (spec §7); exceptions are declared with their
 * query. Offline, a query fails at once and is repeated when the server is back (`refetchWhenBack`).
 * @param onSignedOut called when an answer shows that the session is gone
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSignedOutError(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
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
}

/** Refetches active queries that failed, once the network or the server is back. Returns a function that stops it. */
export function refetchWhenBack(client: QueryClient): () => void {
  const predicate = ({ state }: Query) => state.error !== null && isUnreachableError(state.error);
  return onServerBack(() => void client.refetchQueries({ type: 'active', predicate }));
}
