import { settingsSchema } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';
import type { KeptQuestion } from '../../device/offline/kept/fetchAndKeep.ts';

export const settingsQuestion = {
  path: '/api/settings',
  schema: settingsSchema,
  kind: 'site',
} satisfies KeptQuestion<typeof settingsSchema>;

/** Several parts of a screen use it: after a failure, later ones don't refetch. */
export const settingsQuery = queryOptions({
  queryKey: [settingsQuestion.path],
  queryFn: ({ signal }) => fetchJson(settingsQuestion.path, settingsSchema, { signal }),
  retryOnMount: false,
});
