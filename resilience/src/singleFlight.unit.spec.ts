import { expect, it, vi } from 'vitest';
import { singleFlight } from './singleFlight.ts';

it('reuses work under way, and works again afterwards', async () => {
  const ends: ((value: string) => void)[] = [];
  const work = vi.fn(() => new Promise<string>((resolve) => ends.push(resolve)));
  const run = singleFlight(work);
  const both = [run(), run()];
  ends[0]?.('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  const third = run();
  expect(work).toHaveBeenCalledTimes(2);
  ends[1]?.('second');
  expect(await third).toBe('second');
});

it('works again after a failure', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('broken')).mockResolvedValueOnce('well');
  const run = singleFlight<string>(work);
  await expect(run()).rejects.toThrow('broken');
  expect(await run()).toBe('well');
});
