import { directorySchema } from '@pmcw/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchAndKeep, type KeptQuestion } from '../../device/offline/kept/fetchAndKeep.ts';
import { type DirectoryState, directorySearch } from './directoryState.ts';

export const directoryQuestion = (state: DirectoryState) => {
  const search = directorySearch(state).toString();
  return {
    path: `/api/directory${search === '' ? '' : `?${search}`}`,
    schema: directorySchema,
    kind: 'directory',
  } satisfies KeptQuestion<typeof directorySchema>;
};

/** The previous page remains until the next one arrives. */
export const directoryQuery = (state: DirectoryState) =>
  queryOptions({
    queryKey: ['/api/directory', directorySearch(state).toString()],
    queryFn: async ({ signal }) => {
      try {
        return await fetchAndKeep(directoryQuestion(state), signal);
      } catch (error) {
        if (!signal.aborted) console.info('Failed to fetch directory data', error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
