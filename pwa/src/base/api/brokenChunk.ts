import { createStore } from '../storage/store.ts';

/** A part is missing whose reload would lose typed text; the update prompt asks then. */
export const isPartMissing = createStore(false);

const key = 'left-for-broken-chunk';

interface Reloading {
  /** Lasts as long as this tab, across reloads. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly wouldLoseText: () => boolean;
  readonly reload: () => void;
}

/**
 * Reloads after a release removed a part of the app, once per build and tab, so that other errors are shown instead of
 * retried forever.
 * @param build an identifier of the build
 * @returns a promise that never settles while the page reloads and rejects with the error otherwise; if text would be
 * lost, it resolves and sets `isPartMissing`
 */
export async function reloadOnce(error: unknown, build: string, page: Reloading): Promise<void> {
  if (page.wouldLoseText()) {
    isPartMissing.set(true);
    return;
  }
  if (!noteBuild(page.storage, build)) throw error;
  page.reload();
  return new Promise(() => undefined);
}

/** Notes a build; false if it is already noted or can't be stored. */
function noteBuild(storage: Reloading['storage'], build: string): boolean {
  try {
    const left = storage.getItem(key)?.split(' ') ?? [];
    if (left.includes(build)) return false;
    storage.setItem(key, [...left, build].join(' '));
    return true;
  } catch {
    return false;
  }
}
