import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.visualViewport?.addEventListener('resize', listener);
  return () => window.visualViewport?.removeEventListener('resize', listener);
}

/** Pixels that a keyboard has to take before it counts as one: toolbars come and go too. */
const keyboardPx = 120;

function heightAboveKeyboard(): number | undefined {
  const viewport = window.visualViewport;
  if (viewport === null || viewport.scale !== 1) return undefined;
  return window.innerHeight - viewport.height > keyboardPx ? Math.floor(viewport.height) : undefined;
}

/**
 * The height that an on-screen keyboard leaves, in pixels, on browsers where it covers the page instead of shrinking
 * it; undefined while there is none.
 */
export function useVisibleHeight(): number | undefined {
  return useSyncExternalStore(subscribe, heightAboveKeyboard);
}
