import { type OwnSignInMethod, ownSignInMethodsSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson, send } from '../../base/api/client.ts';
import { isNotFoundError } from '../../base/api/errors.ts';

const path = '/api/user/sign-in-methods';

/** Never cached. */
export const signInMethodsQuery = queryOptions({
  queryKey: [path],
  queryFn: ({ signal }) => fetchJson(path, ownSignInMethodsSchema, { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnReconnect: 'always',
});

/**
 * A method that no longer exists counts as removed.
 * @throws ApiError, NetworkError
 */
export const removeMethod = (id: string): Promise<void> =>
  send(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }).then(
    () => undefined,
    (error: unknown) => {
      if (!isNotFoundError(error)) throw error;
    },
  );

/** Whether a method is an account at this provider, not at a former one. */
export const isAt = (provider: string, { kind, name }: OwnSignInMethod): boolean =>
  kind === 'openid' && name === provider;
