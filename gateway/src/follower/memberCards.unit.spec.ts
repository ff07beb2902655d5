import { eventually } from '@pmcw/testing/eventually';
import { describe, expect, it, vi } from 'vitest';
import { recorded } from '../../test/events.ts';
import { silent } from '../../test/silent.ts';
import { MemberCards, type RecordedCardEvent } from './memberCards.ts';

const registered = (userId: number, username: string): RecordedCardEvent => ({
  type: 'UserRegistered',
  data: { userId, username, fullName: username, email: '', telegramHandle: '', userType: 'General User' },
  ...recorded(1n, `user-${userId}`, 0),
});
const edited = (userId: number, fullName: string, revision: number): RecordedCardEvent => ({
  type: 'ProfileEdited',
  data: { userId, fullName, bio: '', telegramHandle: '' },
  ...recorded(BigInt(revision + 1), `user-${userId}`, revision),
});

/** Cards over streams that a spec may append to. */
function cardsOver(streams: Record<string, RecordedCardEvent[]>, capacity = 10) {
  const readStream = vi.fn(async function* (stream: string) {
    yield* [...(streams[stream] ?? [])];
  });
  const cards = new MemberCards({
    eventStore: { readStream },
    snapshots: { find: async () => null },
    capacity,
    loadMs: 1_000,
    readMs: 2_000,
    logger: silent.logger,
  });
  return { cards, readStream };
}

describe('member cards', () => {
  it('are read once, however many callers need them', async () => {
    const { cards, readStream } = cardsOver({ 'user-7': [registered(7, 'lena'), edited(7, 'Lena W.', 1)] });
    await Promise.all([cards.load([7, 7]), cards.load([7])]);
    await cards.load([7]);
    expect(cards.of(7)).toEqual({ username: 'lena', fullName: 'Lena W.', avatarUrl: null });
    expect(readStream).toHaveBeenCalledTimes(1);
  });

  it('follow events, but never back to an older state than was read', async () => {
    const { cards } = cardsOver({
      'user-7': [registered(7, 'lena'), edited(7, 'Two', 1), edited(7, 'Three', 2)],
    });
    await cards.load([7]);
    cards.apply(edited(7, 'Two', 1));
    expect(cards.of(7)?.fullName).toBe('Three');
    cards.apply(edited(7, 'Four', 3));
    expect(cards.of(7)?.fullName).toBe('Four');
  });

  it('are read once and include all events that arrive during the read', async () => {
    const { cards, readStream } = cardsOver({ 'user-7': [registered(7, 'lena')] });
    const loading = cards.load([7]);
    await eventually(() => expect(readStream).toHaveBeenCalledTimes(1));
    for (let n = 1; n <= 100; n += 1) cards.apply(edited(7, `Name ${n}`, n));
    await loading;
    expect(cards.of(7)?.fullName).toBe('Name 100');
    expect(readStream).toHaveBeenCalledTimes(1);
  });

  it('can be requested without waiting for them', async () => {
    const { cards } = cardsOver({ 'user-7': [registered(7, 'lena')] });
    cards.want([7]);
    expect(cards.of(7)).toBeNull();
    await expect.poll(() => cards.of(7)?.username).toBe('lena');
  });

  it('are placeholders for members that never existed', async () => {
    const { cards } = cardsOver({});
    await cards.load([9]);
    expect(cards.of(9)).toEqual({ username: '[erased]', fullName: '[erased]', avatarUrl: null });
    cards.apply(registered(9, 'nina'));
    expect(cards.of(9)?.username).toBe('nina');
  });

  it('are evicted in order of last use', async () => {
    const { cards, readStream } = cardsOver({}, 2);
    for (const userId of [1, 2, 1, 3]) await cards.load([userId]);
    readStream.mockClear();
    await cards.load([1, 3]);
    expect(readStream).not.toHaveBeenCalled();
    await cards.load([2]);
    expect(readStream).toHaveBeenCalledTimes(1);
  });

  it('are waited for a limited time, and not remembered when they could not be read', async () => {
    vi.useFakeTimers();
    try {
      const { cards, readStream } = cardsOver({ 'user-7': [registered(7, 'lena')] });
      readStream.mockImplementationOnce(async function* () {
        await new Promise(() => undefined);
        yield* [];
      });
      const hanging = cards.load([7]);
      await vi.advanceTimersByTimeAsync(1_000);
      await hanging;
      expect(cards.of(7)).toBeNull();
      // Only one caller waits, and there is only one read.
      await cards.load([7]);
      expect(readStream).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(1_000);
      await cards.load([7]);
      expect(cards.of(7)?.username).toBe('lena');
      readStream.mockImplementationOnce(() => {
        throw new Error('away');
      });
      await cards.load([8]);
      expect(cards.of(8)).toBeNull();
      await cards.load([8]);
      expect(readStream).toHaveBeenCalledTimes(4);
    } finally {
      vi.useRealTimers();
    }
  });
});
