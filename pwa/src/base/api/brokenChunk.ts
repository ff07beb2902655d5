import { createStore } from '../storage/store.ts';

/** Whether a part was left out because the reload that would bring it would take typed text with it; the update prompt asks. */
export const isPartMissing = createStore(false);

/** Where the builds are noted that this tab has left because a part of them was missing. */
const key = 'left-for-broken-chunk';

/** As much of the browser as a reload takes. */
export interface Reloading {
  /** Survives a reload of this tab, and nothing else. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly wouldLoseText: () => boolean;
  readonly reload: () => void;
}

/**
 * Reloads where a release has taken away a part of the app. Once for a build and a tab, so that what is broken for another reason is
 * shown instead of tried permanently.
 * @param build what tells builds apart
 * @returns a promise that stays open while the page reloads; rejected with the error where it does not. Over typed text nothing
 * happens automatically: resolved then, and `isPartMissing`
 */
export async function reloadOnce(error: unknown, build: string, page: Reloading): Promise<void> {
  if (page.wouldLoseText()) {
    isPartMissing.set(true);
    return;
  }
  if (!note(page.storage, build)) throw error;
  page.reload();
  return new Promise(() => undefined);
}

/** Whether the build was not noted yet, and now is. Where nothing can be kept, nothing can be counted either. */
function note(storage: Reloading['storage'], build: string): boolean {
  try {
    const left = storage.getItem(key)?.split(' ') ?? [];
    if (left.includes(build)) return false;
    storage.setItem(key, [...left, build].join(' '));
    return true;
  } catch {
    return false;
  }
}
