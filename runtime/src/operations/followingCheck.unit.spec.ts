import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFollowingCheck, type Followed } from './followingCheck.ts';

let head = 0n;
let mode: Followed['mode'] = 'following';
let position = 0n;
const check = () =>
  createFollowingCheck({
    pulse: async () => head,
    followed: () => ({ mode, position, details: { state: 'as it says' } }),
  });

beforeEach(() => {
  vi.useFakeTimers();
  [head, mode, position] = [7n, 'following', 7n];
});
afterEach(() => {
  vi.useRealTimers();
});

it('passes for any time while the log is idle', async () => {
  const following = check();
  await following();
  vi.advanceTimersByTime(3_600_000);
  expect(await following()).toEqual({ ok: true, state: 'as it says', position: '7', lag: '0' });
});

it('fails once the follower has not got something for longer than the limit', async () => {
  const following = check();
  head = 9n;
  expect(await following()).toMatchObject({ ok: true, lag: '2' });
  vi.advanceTimersByTime(10_000);
  position = 8n;
  expect(await following()).toMatchObject({ ok: true });
  vi.advanceTimersByTime(1_000);
  expect(await following()).toMatchObject({ ok: false, reason: 'it is 11 seconds behind the log' });
  position = 9n;
  expect(await following()).toMatchObject({ ok: true });
});

it('passes while a follower keeps up with a log that grows all the time', async () => {
  const following = check();
  for (let second = 0; second < 1_000; second += 5) {
    head += 100n;
    expect(await following()).toMatchObject({ ok: true });
    position = head - 1n;
    vi.advanceTimersByTime(5_000);
  }
});

it('fails if the log does not answer, or the follower says so, except on standby', async () => {
  mode = 'failed';
  expect(await check()()).toMatchObject({ ok: false, reason: 'it does not follow the log' });
  mode = 'standby';
  expect(await check()()).toEqual({ ok: true, state: 'as it says' });
  const away = createFollowingCheck({
    pulse: () => Promise.reject(new Error('away')),
    followed: () => ({ mode: 'following', position, details: {} }),
  });
  await expect(away()).rejects.toThrow('away');
});

it('compares with the restored log, which is shorter', async () => {
  const following = check();
  head = 20n;
  await following();
  [head, position] = [3n, 3n];
  vi.advanceTimersByTime(60_000);
  expect(await following()).toMatchObject({ ok: true });
});
