import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { after, pause, TimeoutError, within } from './time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('after', () => {
  const month = 30 * 24 * 60 * 60 * 1000;

  it('waits longer than a timer can count', async () => {
    const task = vi.fn();
    after(month, task);
    await vi.advanceTimersByTimeAsync(month - 1);
    expect(task).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(task).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('can be canceled at any time', async () => {
    const task = vi.fn();
    const cancel = after(month, task);
    await vi.advanceTimersByTimeAsync(month - 1);
    cancel();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('pause', () => {
  it('ends after its time, and early when aborted', async () => {
    const ended = vi.fn();
    const stopping = new AbortController();
    void pause(1_000).then(() => ended('late'));
    void pause(1_000, stopping.signal).then(() => ended('early'));
    stopping.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended.mock.calls).toEqual([['early']]);
    await pause(1_000, stopping.signal);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended.mock.calls).toEqual([['early'], ['late']]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('within', () => {
  it('answers as the work does', async () => {
    expect(await within(1_000, 'reading', Promise.resolve(1))).toBe(1);
    await expect(within(1_000, 'reading', Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects after its time, and ignores a later rejection', async () => {
    const work = pause(2_000).then(() => Promise.reject(new Error('too late')));
    const late = expect(within(1_000, 'reading', work)).rejects.toThrow(TimeoutError);
    await vi.advanceTimersByTimeAsync(2_000);
    await late;
  });
});
