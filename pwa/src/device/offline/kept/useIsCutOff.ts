import { useSyncExternalStore } from 'react';
import { isServerAway } from '../../../base/api/reach.ts';

/** Whether nothing can be changed now: the browser knows that it has no network, or the server did not answer the last request. */
export function useIsCutOff(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine || isServerAway.get());
}

function subscribe(listener: () => void): () => void {
  const stop = isServerAway.subscribe(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    stop();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
