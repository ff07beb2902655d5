import { settingsSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';
import type { KeptQuestion } from '../../device/offline/kept/fetchAndKeep.ts';

/** How what administrators decided is asked for. */
export const settingsQuestion = {
  path: '/api/settings',
  schema: settingsSchema,
  kind: 'site',
} satisfies KeptQuestion<typeof settingsSchema>;

/**
 * What administrators decided about the site, `GET /api/settings`. Several places of one screen ask for it: where it failed, another one that comes on
 * screen doesn't ask again.
 */
export const settingsQuery = queryOptions({
  queryKey: [settingsQuestion.path],
  queryFn: ({ signal }) => fetchJson(settingsQuestion.path, settingsSchema, { signal }),
  retryOnMount: false,
});
