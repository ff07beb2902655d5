import { signInOptionsSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';

/** What there is at the log-in beside username and password, `GET /api/sign-in-options`. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['/api/sign-in-options'],
  queryFn: ({ signal }) => fetchJson('/api/sign-in-options', signInOptionsSchema, { signal }),
});
