import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { type DirectoryState, directorySearch, directoryStateFrom } from './directoryState.ts';

const addressOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }) =>
  `${pathname}?${new URLSearchParams(search)}`;

/**
 * The directory's filters, order and page, kept in the address; a change of a filter goes back to page 1. `arrival` is
 * another key whenever the address was reached by other means than `change`: by a link, or by going back. `isDrawn` tells
 * whether what is on screen is the address as it is now: somebody may have followed a link that a slow device still draws.
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
