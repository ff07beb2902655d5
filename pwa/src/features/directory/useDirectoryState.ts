import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type DirectoryState, directorySearch, directoryStateFrom } from './directoryState.ts';

const addressOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }) =>
  `${pathname}?${new URLSearchParams(search)}`;

/**
 * Changing a filter returns to page 1. `arrival` changes when the address changed otherwise. `isDrawn` is false while a
 * slow device still renders a followed link.
 */
export function useDirectoryState() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const { key } = location;
  const address = addressOf(location);
  const [arrival, setArrival] = useState(key);
  const ownSearch = useRef<string>(undefined);
  const drawn = useRef<string>(undefined);
  const state = useMemo(() => directoryStateFrom(params), [params]);
  useEffect(() => {
    const isOwn = ownSearch.current === params.toString();
    ownSearch.current = undefined;
    if (isOwn || arrival === key) drawn.current = address;
    else setArrival(key);
  }, [arrival, key, params, address]);
  const change = useCallback(
    (changes: Partial<DirectoryState>, options?: { readonly replace: boolean }) =>
      setParams((current) => {
        const next = directorySearch({ ...directoryStateFrom(current), page: 1, ...changes });
        ownSearch.current = next.toString();
        return next;
      }, options),
    [setParams],
  );
  const isDrawn = useCallback(() => drawn.current === addressOf(window.location), []);
  return { state, arrival, change, isDrawn };
}
