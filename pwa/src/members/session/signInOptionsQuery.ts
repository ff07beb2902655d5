import { signInOptionsSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';

export const signInOptionsQuery = queryOptions({
  queryKey: ['/api/sign-in-options'],
  queryFn: ({ signal }) => fetchJson('/api/sign-in-options', signInOptionsSchema, { signal }),
});
