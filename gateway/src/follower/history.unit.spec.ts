import { describe, expect, it, vi } from 'vitest';
import { asChange, sent } from '../../test/events.ts';
import { silent } from '../../test/silent.ts';
import { type ChangePage, History } from './history.ts';
import { RecentChanges } from './recentChanges.ts';

const pageSize = 3n;

/** A log of private messages at positions 1 to `head`, followed from there. */
function historyOf(head: bigint, capacity: number) {
  const recent = new RecentChanges({ changes: capacity, bytes: 1_000_000 });
  recent.startAt(head);
  const readPage = vi.fn(async (after: bigint): Promise<ChangePage> => {
    const position = after + pageSize > recent.head ? recent.head : after + pageSize;
    const count = Number(position - after);
    const changes = Array.from({ length: count }, (_, at) => asChange(sent(after + 1n + BigInt(at), 1, 2)));
    return { changes, position };
  });
  const logHead = vi.fn(async () => recent.head);
  const history = new History({ recent, readPage, logHead, readMs: 1_000, logger: silent.logger });
  return { recent, readPage, logHead, history };
}

describe('reaching back', () => {
  it('reads what precedes the recent changes, and nothing twice', async () => {
    const { recent, readPage, history } = historyOf(10n, 100);
    expect(await history.reachBack(2n)).toBe(true);
    expect([...recent.after(2n)].map(({ position }) => position)).toEqual([3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n]);
    expect(readPage).toHaveBeenCalledTimes(3);
    expect(await history.reachBack(5n)).toBe(true);
    expect(readPage).toHaveBeenCalledTimes(3);
  });

  it('reads once for all waiting clients', async () => {
    const { readPage, history } = historyOf(10n, 100);
    const answers = [9n, 4n, 7n, 1n, 8n].map((after) => history.reachBack(after));
    expect(await Promise.all(answers)).toEqual([true, true, true, true, true]);
    // The first waits alone; the others have gathered when it is answered.
    expect(readPage).toHaveBeenCalledTimes(4);
  });

  it('refuses positions that are too far back, without reading again, and still serves the others', async () => {
    const { recent, readPage, history } = historyOf(100n, 10);
    const answers = [0n, 95n].map((after) => history.reachBack(after));
    expect(await Promise.all(answers)).toEqual([false, true]);
    expect(recent.floor).toBe(95n);
    const reads = readPage.mock.calls.length;
    expect(await history.reachBack(0n)).toBe(false);
    expect(readPage).toHaveBeenCalledTimes(reads);
  });

  it('gives up when newer changes took the room during the read', async () => {
    const { recent, readPage, history } = historyOf(10n, 4);
    const page: ChangePage = {
      changes: [asChange(sent(9n, 1, 2)), asChange(sent(10n, 1, 2))],
      position: 10n,
    };
    readPage.mockImplementationOnce(async () => {
      recent.advance(
        [11n, 12n, 13n, 14n, 15n].map((at) => asChange(sent(at, 1, 2))),
        15n,
      );
      return page;
    });
    expect(await history.reachBack(8n)).toBe(false);
    expect([...recent.after(recent.floor)].map(({ position }) => position)).toEqual([12n, 13n, 14n, 15n]);
  });

  it('answers no when the log fails, and tries again the next time', async () => {
    const { readPage, history } = historyOf(10n, 100);
    readPage.mockRejectedValueOnce(new Error('away'));
    expect(await history.reachBack(5n)).toBe(false);
    expect(await history.reachBack(5n)).toBe(true);
  });

  it('answers no when the log does not answer in time', async () => {
    vi.useFakeTimers();
    try {
      const { readPage, history } = historyOf(10n, 100);
      readPage.mockImplementationOnce(() => new Promise(() => undefined));
      const answer = history.reachBack(5n);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await answer).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the head of the log', () => {
  it('distinguishes positions that exist from others', async () => {
    const { history, logHead } = historyOf(10n, 100);
    expect(await history.logReaches(10n)).toBe(true);
    expect(await history.logReaches(11n)).toBe(false);
    logHead.mockRejectedValueOnce(new Error('away'));
    expect(await history.logReaches(10n)).toBeNull();
  });
});
