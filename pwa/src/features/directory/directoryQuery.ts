import { directorySchema } from '@pmcw/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchAndKeep, type KeptQuestion } from '../../device/offline/kept/fetchAndKeep.ts';
import { type DirectoryState, directorySearch } from './directoryState.ts';

/** How a page of the directory is asked for: `GET /api/directory`. */
export const directoryQuestion = (state: DirectoryState) => {
  const search = directorySearch(state).toString();
  return {
    path: `/api/directory${search === '' ? '' : `?${search}`}`,
    schema: directorySchema,
    kind: 'directory',
  } satisfies KeptQuestion<typeof directorySchema>;
};

/** A page of the directory; the page before stays until the next one is there. */
export const directoryQuery = (state: DirectoryState) =>
  queryOptions({
    queryKey: ['/api/directory', directorySearch(state).toString()],
    queryFn: async ({ signal }) => {
      try {
        return await fetchAndKeep(directoryQuestion(state), signal);
      } catch (error) {
        // What is shown of it is another sentence (spec §8).
        if (!signal.aborted) console.info('Failed to fetch directory data', error);
        throw error;
      }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
