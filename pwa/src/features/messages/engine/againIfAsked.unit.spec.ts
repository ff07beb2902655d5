import { expect, it } from 'vitest';
import { againIfAsked } from './againIfAsked.ts';

it('runs once at a time, and once more for all who asked while it ran', async () => {
  const ends: (() => void)[] = [];
  const run = againIfAsked(() => new Promise((resolve) => ends.push(resolve)));
  const asked = [run(), run(), run()];
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await expect.poll(() => ends).toHaveLength(2);
  ends[1]?.();
  await Promise.all(asked);
  expect(ends).toHaveLength(2);
});

it('runs again after a failure', async () => {
  let runs = 0;
  const run = againIfAsked(async () => {
    runs += 1;
    if (runs === 1) throw new Error('no network');
  });
  await expect(run()).rejects.toThrow('no network');
  await run();
  expect(runs).toBe(2);
});
