import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../base/api/errors.ts';
import { type BatchOptions, runBatch } from './batch.ts';

const refusal = (status: number, code: string, retryAfter?: number) =>
  new ApiError({ status, code, detail: code, errors: [] }, retryAfter);

const run = (
  items: readonly number[],
  act: (item: number) => Promise<unknown>,
  options: Partial<BatchOptions<number>> = {},
) => runBatch(items, { act, signal: new AbortController().signal, onProgress: () => undefined, ...options });

describe('a batch', () => {
  it('tries every item once, and lists those that were refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat()), async (items) => {
        const tried: number[] = [];
        const act = async (item: number) => {
          tried.push(item);
          await Promise.resolve();
          if (item % 3 === 0) throw refusal(409, 'member_suspended');
        };
        const { done, failures, left } = await run(items, act);
        expect(tried.toSorted()).toEqual(items.toSorted());
        expect(failures.map(({ item }) => item).toSorted()).toEqual(
          items.filter((item) => item % 3 === 0).toSorted(),
        );
        expect([done + failures.length, left]).toEqual([items.length, []]);
      }),
    );
  });

  it('starts with the first one alone, whose refusal may concern all', async () => {
    const started: number[] = [];
    const act = vi.fn(async (item: number) => {
      started.push(item);
      if (item === 1) throw refusal(403, 'fresh_proof_required');
    });
    expect(await run([1, 2, 3], act)).toEqual({ done: 0, failures: [], left: [1, 2, 3] });
    expect(started).toEqual([1]);
  });

  it('waits and repeats what may pass', async () => {
    let refused = 0;
    const act = async () => {
      refused += 1;
      if (refused < 3) throw refusal(429, 'too_many_requests', 0);
    };
    expect(await run([1], act)).toMatchObject({ done: 1, failures: [] });
    expect(refused).toBe(3);
  });

  it('leaves the rest when it is stopped', async () => {
    const stopping = new AbortController();
    const act = async (item: number) => void (item === 2 && stopping.abort());
    const { done, left } = await run([1, 2, 3, 4, 5, 6, 7, 8], act, { signal: stopping.signal });
    expect(left.length).toBeGreaterThan(0);
    expect(done + left.length).toBe(8);
  });

  it('says how far it is after each item', async () => {
    const progress: number[][] = [];
    const onProgress = (done: number, failed: number) => void progress.push([done, failed]);
    await run([1, 2], async () => undefined, { onProgress });
    expect(progress).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });
});
