import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type DirectoryState, directorySearch, directoryStateFrom } from './directoryState.ts';

/** The directory's filters, order and page, kept in the address; a change of a filter goes back to page 1. */
export function useDirectoryState() {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => directoryStateFrom(params), [params]);
  const change = useCallback(
    (changes: Partial<DirectoryState>, options?: { readonly replace: boolean }) =>
      setParams(
        (current) => directorySearch({ ...directoryStateFrom(current), page: 1, ...changes }),
        options,
      ),
    [setParams],
  );
  return { state, change };
}
