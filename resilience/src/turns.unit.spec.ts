import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Turns, TurnsFullError } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const turns = (more = {}) => new Turns({ atOnce: 2, perKey: 2, waiting: 10, waitMs: 1000, ...more });
const busy = new TurnsFullError();

describe('turns', () => {
  it('are given in order of arrival, up to the limit', async () => {
    const given: number[] = [];
    const pool = turns();
    const releases = await Promise.all([pool.take(1), pool.take(2)]);
    for (const member of [3, 4, 5]) void pool.take(member).then(() => given.push(member));
    await vi.advanceTimersByTimeAsync(999);
    expect(given).toEqual([]);
    expect(pool.waiting).toBe(3);
    for (const release of releases) release();
    await vi.advanceTimersByTimeAsync(0);
    expect(given).toEqual([3, 4]);
    expect(pool.waiting).toBe(1);
  });

  it('are given back once', async () => {
    const pool = turns({ atOnce: 1 });
    const release = await pool.take(1);
    release();
    release();
    await pool.take(2);
    const third = expect(pool.take(3)).rejects.toEqual(busy);
    await vi.advanceTimersByTimeAsync(1000);
    await third;
  });

  it('are refused after a timeout, without a gap in the queue', async () => {
    const pool = turns({ atOnce: 1, waiting: 1 });
    const release = await pool.take(1);
    const late = expect(pool.take(2)).rejects.toEqual(busy);
    await vi.advanceTimersByTimeAsync(1000);
    await late;
    const next = pool.take(3);
    release();
    expect(await next).toBeTypeOf('function');
  });

  it('are refused at once if too many wait', async () => {
    const pool = turns({ atOnce: 1, waiting: 0 });
    await pool.take(1);
    await expect(pool.take(2)).rejects.toEqual(busy);
  });

  it('are shared, so that a key with many does not block others', async () => {
    const pool = turns({ atOnce: 2, perKey: 1 });
    const release = await pool.take(1);
    const second = vi.fn();
    void pool.take(1).then(second);
    await pool.take(2);
    expect(second).not.toHaveBeenCalled();
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(second).toHaveBeenCalledOnce();
  });

  it('are refused with the error of the owner', async () => {
    const refused = new Error('busy');
    const pool = turns({ atOnce: 0, waiting: 0, refusal: () => refused });
    await expect(pool.run(async () => 1)).rejects.toBe(refused);
  });

  it('end with the work, also when it fails', async () => {
    const pool = turns({ atOnce: 1 });
    await expect(pool.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await pool.run(async () => 'next')).toBe('next');
  });
});
