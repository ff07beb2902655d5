import { describe, expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

/** Work that ends on demand. */
function works() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

describe('lanes', () => {
  it('keep the order within a lane, and run lanes concurrently', async () => {
    const lanes = new Lanes();
    const { started, work, end } = works();
    const first = lanes.run('a', work('a1'));
    const second = lanes.run('a', work('a2'));
    void lanes.run('b', work('b1'));
    expect(started).toEqual(['a1', 'b1']);
    end('a1');
    expect(await first).toBe('a1');
    expect(started).toEqual(['a1', 'b1', 'a2']);
    end('a2');
    expect(await second).toBe('a2');
  });

  it('continue after failed work', async () => {
    const lanes = new Lanes();
    const failed = lanes.run('a', () => Promise.reject(new Error('broken')));
    const next = lanes.run('a', async () => 'next');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  it('are idle when all work is done', async () => {
    const lanes = new Lanes();
    const { work, end } = works();
    const done = lanes.run('a', work('a1'));
    const idle = lanes.idle();
    end('a1');
    await idle;
    expect(await done).toBe('a1');
    await lanes.idle();
  });
});
