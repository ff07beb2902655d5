import { useSyncExternalStore } from 'react';

/** Whether the browser knows that it has no network. That it has one promises nothing: a server may still be away. */
export function useIsCutOff(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
