import { eventually } from '@pmcw/testing/eventually';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns } from './turns.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Work that ends on demand. */
function work<T>(result: T) {
  let end = () => {};
  const promise = new Promise<T>((resolve) => {
    end = () => resolve(result);
  });
  return { run: vi.fn(() => promise), end: () => end() };
}

const options = { atOnce: 1, waiting: 2, waitMs: 1_000 };

describe('turns', () => {
  it('come one after the other', async () => {
    const turns = new Turns(options);
    const [first, second] = [work(1), work(2)];
    const both = [turns.take(first.run), turns.take(second.run)];
    expect(second.run).not.toHaveBeenCalled();
    first.end();
    expect(await both[0]).toBe(1);
    await eventually(() => expect(second.run).toHaveBeenCalledOnce());
    second.end();
    expect(await both[1]).toBe(2);
  });

  it('are refused when the queue or the wait is too long', async () => {
    const turns = new Turns(options);
    const first = work(1);
    const running = turns.take(first.run);
    const waiting = [turns.take(first.run), turns.take(first.run)].map((turn) =>
      turn.catch((error: unknown) => error),
    );
    await expect(turns.take(first.run)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 });
    await vi.advanceTimersByTimeAsync(1_000);
    for (const turn of waiting) expect(await turn).toMatchObject({ code: 'unavailable' });
    first.end();
    await running;
    expect(await turns.take(async () => 'free again')).toBe('free again');
  });

  it('continue after failed work', async () => {
    const turns = new Turns(options);
    const failed = turns.take(() => Promise.reject(new Error('broken')));
    const next = turns.take(async () => 'next');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });
});
