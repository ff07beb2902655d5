import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.visualViewport?.addEventListener('resize', listener);
  return () => window.visualViewport?.removeEventListener('resize', listener);
}

/** In pixels; toolbars, which come and go too, are lower. */
const keyboardPx = 120;

function heightAboveKeyboard(): number | undefined {
  const viewport = window.visualViewport;
  if (viewport === null || viewport.scale !== 1) return undefined;
  return window.innerHeight - viewport.height > keyboardPx ? Math.floor(viewport.height) : undefined;
}

/** In pixels, where a keyboard covers the page; undefined without one. */
export function useVisibleHeight(): number | undefined {
  return useSyncExternalStore(subscribe, heightAboveKeyboard);
}
