import { describe, expect, it } from 'vitest';
import { newestOf, newsOf } from './walletNews.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.parse('2026-03-20T12:00:00Z');
const wallet = (daysAgo: number) => ({ addedAt: new Date(now - daysAgo * dayMs).toISOString() });
const visit = (daysAgo: number, ...wallets: readonly { addedAt: string }[]) => ({
  at: now - daysAgo * dayMs,
  newest: newestOf(wallets),
});

describe('an address', () => {
  it('is new for seven days, to every visitor', () => {
    const isNew = (daysAgo: number) => newsOf(wallet(daysAgo), null, now).isNew;
    expect([0, 2, 6.999, 7, 30].map(isNew)).toEqual([true, true, true, false, false]);
  });

  it('is new to a visitor if added after those they saw, however long ago', () => {
    const seen = visit(60, wallet(100), wallet(80));
    const isNewToVisitor = (daysAgo: number) => newsOf(wallet(daysAgo), seen, now).isNewToVisitor;
    expect([100, 80, 59, 3].map(isNewToVisitor)).toEqual([false, false, true, true]);
  });

  it('is new to a visitor who saw an empty list, but not at a first visit', () => {
    expect(newsOf(wallet(40), visit(50), now)).toEqual({ isNew: false, isNewToVisitor: true });
    expect(newsOf(wallet(40), null, now)).toEqual({ isNew: false, isNewToVisitor: false });
  });

  it('is dated by the server’s clock, not the device’s', () => {
    const slowDevice = { ...visit(50, wallet(40)) };
    expect(newsOf(wallet(40), slowDevice, now).isNewToVisitor).toBe(false);
  });

  it('without a valid date is not new', () => {
    expect(newsOf({ addedAt: '' }, visit(1), now)).toEqual({ isNew: false, isNewToVisitor: false });
  });
});
