import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { send } from './client.ts';
import { NetworkError } from './errors.ts';
import { ofServer, refusedByServer } from './ofServer.forSpecs.ts';
import { isServerAway, noteReach } from './reach.ts';

const fetch = vi.fn<typeof globalThis.fetch>();
const page = { headers: { 'content-type': 'text/html; charset=utf-8' } };
const problem = { headers: refusedByServer };
const ask = () => send('/api/user').catch((error: unknown) => error);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('fetch', fetch.mockReset());
});
afterEach(() => {
  noteReach(true);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the server is unreachable', () => {
  it.each([
    ['no answer comes', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a proxy answers in its place', async () => new Response('Bad gateway', { status: 502 })],
    ['a Wi-Fi login page answers', async () => new Response('<html>', page)],
    ['a Wi-Fi login page finds nothing', async () => new Response('<html>', { status: 404, ...page })],
  ])('when %s', async (_when, answer) => {
    fetch.mockImplementation(answer);
    await ask();
    expect(isServerAway.get()).toBe(true);
  });

  it.each([
    ['refuses', new Response('{}', { status: 403, ...problem })],
    ['has too much to do', new Response('{}', { status: 503, ...problem })],
    ['has failed', new Response('{}', { status: 500, ...problem })],
    ['has nothing to say', new Response(null, { status: 204, headers: ofServer })],
  ])('not when it %s', async (_when, answer) => {
    fetch.mockResolvedValue(answer);
    await ask();
    expect(isServerAway.get()).toBe(false);
  });

  it('not when the caller aborts', async () => {
    const signal = AbortSignal.abort();
    fetch.mockImplementation(async () => Promise.reject(signal.reason));
    await send('/api/user', { signal }).catch(() => undefined);
    expect(isServerAway.get()).toBe(false);
  });

  it('and a page instead of an answer does not count', async () => {
    fetch.mockResolvedValue(new Response('<html>', page));
    expect(await ask()).toBeInstanceOf(NetworkError);
  });
});

it('is checked at growing intervals until it is back', async () => {
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  fetch.mockRejectedValue(new TypeError('Failed to fetch'));
  await ask();
  expect(fetch).toHaveBeenCalledTimes(1);
  for (const [ms, asked] of [
    [1_000, 2],
    [1_999, 2],
    [1, 3],
    [4_000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(ms);
    expect(fetch).toHaveBeenCalledTimes(asked);
  }
  fetch.mockResolvedValue(new Response(null, { headers: ofServer }));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(isServerAway.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(5);
});

it('is checked later each time while only some requests fail', async () => {
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  fetch.mockImplementation(async (path) => {
    if (path === '/api/settings') return new Response(null, { headers: ofServer });
    throw new TypeError('Failed to fetch');
  });
  for (const ms of [1_000, 2_000, 4_000]) {
    await ask();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(isServerAway.get()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(isServerAway.get()).toBe(false);
  }
});

it('is checked once, although it was back and away again before the first check', async () => {
  await vi.advanceTimersByTimeAsync(30 * 60_000);
  fetch.mockRejectedValue(new TypeError('Failed to fetch'));
  await ask();
  noteReach(true);
  await ask();
  fetch.mockClear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('is checked by each device at another moment', async () => {
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  vi.spyOn(Math, 'random').mockReturnValue(0);
  fetch.mockRejectedValue(new TypeError('Failed to fetch'));
  await ask();
  await vi.advanceTimersByTimeAsync(500);
  expect(fetch).toHaveBeenCalledTimes(2);
});
