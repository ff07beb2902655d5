import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOutError } from './errors.ts';

/**
 * The server state of the app. Queries never go stale, are not polled, refetched on focus or retried (spec §7);
 * what differs says so where it is asked. Offline, a query fails at once instead of waiting.
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
