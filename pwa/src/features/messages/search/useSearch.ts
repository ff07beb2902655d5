import { useEffect, useState } from 'react';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { useStored } from '../../../device/offline/useStored.ts';
import { type DeviceResults, searchDevice, stillStored } from './searchDevice.ts';

const restMs = 120;

/** Null before the first results. Earlier results remain until new ones arrive, to avoid flicker. */
export function useSearch(db: MemberDatabase, query: string, globalName: string): DeviceResults | null {
  const [found, setFound] = useState<DeviceResults | null>(null);
  useEffect(() => {
    const search = new AbortController();
    const timer = setTimeout(() => {
      searchDevice(db, query, globalName, search.signal, setFound).catch((error: unknown) => {
        if (!search.signal.aborted) console.error('The messages on this device could not be searched', error);
      });
    }, restMs);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [db, query, globalName]);
  const stored = useStored(() => (found === null ? null : stillStored(db, found)), [db, found]);
  return stored ?? null;
}
