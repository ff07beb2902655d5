import { useEffect, useState } from 'react';
import { useStore } from '../../../base/storage/store.ts';
import type { Messenger } from '../engine/messenger.ts';

/** A connection that comes back sooner is not worth a word. */
const graceMs = 2_500;

/** Whether the live connection has been away for longer than a moment. */
export function useIsOffline(messenger: Messenger): boolean {
  const isConnected = useStore(messenger.status) === 'connected';
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (isConnected) {
      setOffline(false);
      return;
    }
    const timer = setTimeout(() => setOffline(true), graceMs);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return isOffline && !isConnected;
}
