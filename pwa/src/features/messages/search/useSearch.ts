import { useEffect, useState } from 'react';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { type Found, searchDevice } from './searchDevice.ts';

/** How long typing must rest before the search begins, in milliseconds. */
const restMs = 120;

/**
 * What the device has for a query; null while nothing is known of it. What was found for the letters before stays
 * until there is something else to show, so that the list does not flicker.
 */
export function useSearch(db: MemberDatabase, query: string, globalName: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const search = new AbortController();
    const timer = setTimeout(() => {
      searchDevice(db, query, globalName, search.signal, setFound).catch((error: unknown) => {
        if (!search.signal.aborted) console.error('The messages on this device cannot be searched', error);
      });
    }, restMs);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [db, query, globalName]);
  return found;
}
