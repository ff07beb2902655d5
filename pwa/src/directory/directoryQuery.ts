import { directorySchema } from '@pmcw/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchJson } from '../api/client.ts';
import { type DirectoryState, directorySearch } from './directoryState.ts';

/** A page of the directory, `GET /api/directory`; the page before stays until the next one is there. */
export const directoryQuery = (state: DirectoryState) => {
  const search = directorySearch(state).toString();
  return queryOptions({
    queryKey: ['/api/directory', search],
    queryFn: ({ signal }) =>
      fetchJson(`/api/directory${search === '' ? '' : `?${search}`}`, directorySchema, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
};
