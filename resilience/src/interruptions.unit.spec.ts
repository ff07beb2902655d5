import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Interruptions } from './interruptions.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('are logged when they start, and then once a minute with their number', () => {
  const reported: (readonly [error: unknown, times: number])[] = [];
  const interruptions = new Interruptions((error, times) => reported.push([error, times]));
  for (let second = 0; second < 130; second += 1) {
    interruptions.happened(`at ${second}`);
    vi.advanceTimersByTime(1_000);
  }
  expect(reported).toEqual([
    ['at 0', 1],
    ['at 60', 60],
    ['at 120', 60],
  ]);
});
