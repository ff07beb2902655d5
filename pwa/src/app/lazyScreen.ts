import { type ComponentType, lazy } from 'react';

/** A screen in its own file, loaded when it is first shown, or a moment before by `preload`. */
export function lazyScreen(load: () => Promise<{ default: ComponentType }>) {
  return Object.assign(lazy(load), {
    preload: () => {
      // A failure shows when the screen is really opened.
      load().catch(() => undefined);
    },
  });
}
