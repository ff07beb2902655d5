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
