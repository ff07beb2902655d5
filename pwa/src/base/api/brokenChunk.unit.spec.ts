import { afterEach, describe, expect, it } from 'vitest';
import { isPartMissing, reloadOnce } from './brokenChunk.ts';

/** A tab whose storage survives its reloads. */
function tab({ isFull = false, hasText = false } = {}) {
  const kept = new Map<string, string>();
  let reloads = 0;
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, value);
    },
  };
  return {
    fail: (build: string) => {
      const page = {
        storage,
        wouldLoseText: () => hasText,
        reload: () => {
          reloads += 1;
        },
      };
      // Never settles while it reloads, because the page is gone then.
      return reloadOnce(new Error('gone'), build, page).catch(() => 'told');
    },
    reloads: () => reloads,
  };
}

afterEach(() => isPartMissing.set(false));

describe('a part of the app that cannot be loaded', () => {
  it('reloads the page, and the second time is an error', () => {
    const page = tab();
    void page.fail('one');
    expect(page.reloads()).toBe(1);
    void page.fail('one');
    expect(page.reloads()).toBe(1);
  });

  it('reloads again for another build, but never for one left earlier', () => {
    const page = tab();
    for (const build of ['one', 'two', 'one', 'two', 'one']) void page.fail(build);
    expect(page.reloads()).toBe(2);
  });

  it('does not reload if that can’t be noted', () => {
    const page = tab({ isFull: true });
    void page.fail('one');
    expect(page.reloads()).toBe(0);
  });

  it('is omitted if a reload would lose typed text, and the person is asked', async () => {
    const page = tab({ hasText: true });
    expect(await page.fail('one')).toBeUndefined();
    expect([page.reloads(), isPartMissing.get()]).toEqual([0, true]);
  });

  it('throws the original error if the page stays', async () => {
    const storage = { getItem: () => 'one', setItem: () => undefined };
    const page = { storage, wouldLoseText: () => false, reload: () => undefined };
    await expect(reloadOnce(new Error('gone'), 'one', page)).rejects.toThrow('gone');
  });
});
