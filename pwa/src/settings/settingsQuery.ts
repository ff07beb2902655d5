import { settingsSchema } from '@pmcw/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { fetchJson } from '../api/client.ts';

/** What administrators decided about the site, `GET /api/settings`. */
export const settingsQuery = queryOptions({
  queryKey: ['/api/settings'],
  queryFn: ({ signal }) => fetchJson('/api/settings', settingsSchema, { signal }),
});

/** The address of the members' group; undefined until it is known, for a guess could lead to strangers. */
export function useGroupLink(): string | undefined {
  return useQuery(settingsQuery).data?.groupLink;
}
