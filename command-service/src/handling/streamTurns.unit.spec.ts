import { eventually } from '@pmcw/testing/eventually';
import { describe, expect, it, vi } from 'vitest';
import { StreamTurns } from './streamTurns.ts';

/** Work that ends on demand. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

describe('turns at a stream', () => {
  it('run one after the other, in order of request', async () => {
    const turns = new StreamTurns();
    const { begun, work, end } = works();
    const all = ['a', 'b', 'c'].map((name) => turns.run('user-1', work(name)));
    expect(begun).toEqual(['a']);
    for (const name of ['a', 'b', 'c']) {
      await eventually(() => expect(begun.at(-1)).toBe(name));
      end(name);
    }
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('of another stream run at once', () => {
    const turns = new StreamTurns();
    const { begun, work } = works();
    void turns.run('user-1', work('a'));
    void turns.run('user-2', work('b'));
    expect(begun).toEqual(['a', 'b']);
  });

  it('continue after failed work', async () => {
    const turns = new StreamTurns();
    const failed = turns.run('user-1', () => Promise.reject(new Error('refused')));
    const next = turns.run('user-1', async () => 'done');
    await expect(failed).rejects.toThrow('refused');
    expect(await next).toBe('done');
  });

  it('are not awaited for too long, or behind too many', async () => {
    vi.useFakeTimers();
    try {
      const turns = new StreamTurns();
      const { begun, work } = works();
      const many = Array.from({ length: 101 }, (_, n) => `${n}`);
      for (const name of [...many, 'one more']) void turns.run('user-1', work(name));
      expect(begun).toEqual(['0', 'one more']);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(begun).toHaveLength(102);
    } finally {
      vi.useRealTimers();
    }
  });
});
