import { useSyncExternalStore } from 'react';
import { isServerAway } from '../../../base/api/reach.ts';

/** Whether changes are impossible: the browser is offline, or the last request got no answer. */
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
