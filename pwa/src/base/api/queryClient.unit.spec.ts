import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, NetworkError } from './errors.ts';
import { createQueryClient, refetchWhenBack } from './queryClient.ts';
import { isServerAway } from './reach.ts';

/** A query on screen that fails until its error is changed. */
function shown(client: ReturnType<typeof createQueryClient>, key: string, error: Error) {
  const asked = vi.fn(async () => {
    throw error;
  });
  const observer = new QueryObserver(client, { queryKey: [key], queryFn: asked });
  const stop = observer.subscribe(() => undefined);
  return { asked, stop };
}

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => {
  vi.unstubAllGlobals();
  isServerAway.set(false);
});

describe('what a busy server refuses', () => {
  const busy = (retryAfter: number) =>
    new ApiError({ status: 503, code: 'unavailable', detail: '' }, retryAfter);

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is repeated after the time that it asks for, less often each time', async () => {
    const client = createQueryClient(() => undefined);
    const { asked, stop } = shown(client, 'busy', busy(3));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(asked).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_700);
    expect(asked).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked.mock.calls.length).toBeGreaterThan(10);
    expect(asked.mock.calls.length).toBeLessThan(30);
    stop();
  });

  it('is not repeated when it is no longer on screen, or was asked again', async () => {
    const client = createQueryClient(() => undefined);
    const left = shown(client, 'left', busy(3));
    const answers = vi.fn(async () => 'there').mockRejectedValueOnce(busy(3));
    const observer = new QueryObserver(client, { queryKey: ['asked again'], queryFn: answers });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    left.stop();
    await observer.refetch();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([left.asked.mock.calls.length, answers.mock.calls.length]).toEqual([1, 2]);
    stop();
  });
});

describe('when the server is back', () => {
  it.each([
    ['the network is', () => window.dispatchEvent(new Event('online'))],
    ['the server is', () => isServerAway.set(false)],
  ])('and %s, queries that could not be sent are repeated, and no others', async (_how, comesBack) => {
    const client = createQueryClient(() => undefined);
    const stop = refetchWhenBack(client);
    isServerAway.set(true);
    const cutOff = shown(client, 'cut off', new NetworkError(new TypeError('Failed to fetch')));
    const refused = shown(client, 'refused', new ApiError({ status: 404, code: 'not_found', detail: '' }));
    await expect.poll(() => client.isFetching()).toBe(0);
    comesBack();
    await expect.poll(() => client.isFetching()).toBe(0);
    expect([cutOff.asked.mock.calls.length, refused.asked.mock.calls.length]).toEqual([2, 1]);
    stop();
    cutOff.stop();
    refused.stop();
  });
});
