import type { ComponentType } from 'react';
import { lazyPart, Nothing } from '../ui/lazyPart.tsx';
import { reloadOnce } from './brokenChunk.ts';
import { wouldLoseText } from './busy.ts';

/** The page, for `reloadOnce`. */
const page = {
  storage: {
    getItem: (key: string) => sessionStorage.getItem(key),
    setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
  },
  isOnline: () => navigator.onLine,
  wouldLoseText,
  reload: () => window.location.reload(),
} as const;

/**
 * A screen, or a part of one that nobody can do without, in its own file (`lazyPart`). One that can't be loaded reloads the
 * page, once; over typed text the person is asked (`UpdatePrompt`).
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting: ComponentType<Props> = Nothing,
) {
  // The name of this file holds a hash of it, and so tells builds apart.
  return lazyPart(load, Waiting, async (error) => {
    await reloadOnce(error, import.meta.url, page);
    return { default: Nothing };
  });
}
