import { describe, expect, it, vi } from 'vitest';
import { ApiError, isPassingError } from './errors.ts';
import { repeated } from './repeated.ts';

const refusal = (status: number) => new ApiError({ status, code: 'x', detail: 'No', errors: [] }, 0);
const never = new AbortController().signal;

describe('a repeated act', () => {
  it('is tried until it succeeds', async () => {
    const act = vi.fn(async () => 'done');
    act.mockRejectedValueOnce(refusal(503)).mockRejectedValueOnce(refusal(429));
    expect(await repeated(act, isPassingError, never)).toBe('done');
    expect(act).toHaveBeenCalledTimes(3);
  });

  it('is not tried again after a failure that stays', async () => {
    const act = vi.fn(async () => Promise.reject(refusal(404)));
    await expect(repeated(act, isPassingError, never)).rejects.toThrow('404');
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('fails with the last failure after five tries', async () => {
    const act = vi.fn(async () => Promise.reject(refusal(503)));
    await expect(repeated(act, isPassingError, never)).rejects.toThrow('503');
    expect(act).toHaveBeenCalledTimes(5);
  });

  it('ends during a pause when it is aborted', async () => {
    const aborted = new AbortController();
    const act = vi.fn(async () => {
      setTimeout(() => aborted.abort());
      throw new ApiError({ status: 503, code: 'x', detail: 'No', errors: [] }, 300);
    });
    await expect(repeated(act, isPassingError, aborted.signal)).rejects.toThrow('503');
    expect(act).toHaveBeenCalledTimes(1);
  });
});
