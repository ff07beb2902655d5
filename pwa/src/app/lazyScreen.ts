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

/** A part that the screens can do without: when it can't be loaded, it is missing and the rest goes on. */
export function lazyExtra(load: () => Promise<{ default: ComponentType }>) {
  return lazyScreen(() =>
    load().catch((error: unknown) => {
      console.error('A part of the app could not be loaded', error);
      return { default: () => null };
    }),
  );
}
