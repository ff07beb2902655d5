import type { ComponentType } from 'react';
import { lazyPart, Nothing } from '../ui/lazyPart.tsx';
import { reloadOnce } from './brokenChunk.ts';

/** The page, for `reloadOnce`. */
const page = {
  storage: {
    getItem: (key: string) => sessionStorage.getItem(key),
    setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
  },
  isOnline: () => navigator.onLine,
  reload: () => window.location.reload(),
} as const;

/**
 * A screen, or a part of one that nobody can do without, in its own file (`lazyPart`). One that can't be loaded reloads the
 * page, once.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting: ComponentType<Props> = Nothing,
) {
  // The name of this file holds a hash of it, and so tells builds apart.
  return lazyPart(load, Waiting, (error) => reloadOnce(error, import.meta.url, page));
}
