import { useEffect, useState } from 'react';
import { useStore } from '../../../base/storage/store.ts';
import type { Messenger } from '../engine/messenger.ts';

/** Shorter disconnections are not reported. */
const graceMs = 2_500;

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
