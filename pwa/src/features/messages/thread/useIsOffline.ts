import { useEffect, useState } from 'react';
import { useStore } from '../../../base/storage/store.ts';
import type { Messenger } from '../engine/messenger.ts';

/** Shorter disconnections are not reported. */
const graceMs = 2_500;

/** @param spreadMs the longest additional wait, by chance, before many devices do something because of it */
export function useIsOffline(messenger: Messenger, spreadMs = 0): boolean {
  const isConnected = useStore(messenger.status) === 'connected';
  const [isOffline, setOffline] = useState(false);
  useEffect(() => {
    if (isConnected) {
      setOffline(false);
      return;
    }
    const timer = setTimeout(() => setOffline(true), graceMs + Math.random() * spreadMs);
    return () => clearTimeout(timer);
  }, [isConnected, spreadMs]);
  return isOffline && !isConnected;
}
