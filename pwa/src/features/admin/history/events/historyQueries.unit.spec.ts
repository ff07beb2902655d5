import type { HistoryEntry } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import type { ListPages } from '../../requests/adminQueries.ts';
import { withNewer } from './historyQueries.ts';

const entry = (position: number): HistoryEntry => ({
  ...{ position: String(position), eventId: `e${position}`, stream: 's', revision: 0, type: 'UserVerified' },
  ...{
    actor: null,
    target: null,
    occurredAt: '2026-01-01T00:00:00Z',
    correlationId: 'r',
    causationId: 'c',
    undoes: null,
  },
  facts: {},
});
const pagesOf = (...runs: readonly (readonly number[])[]): ListPages<HistoryEntry> => ({
  pages: runs.map((run, n) => ({ items: run.map(entry), next: n === runs.length - 1 ? null : 'more' })),
  pageParams: runs.map((_run, n) => (n === 0 ? null : 'more')),
});
const positionsOf = ({ pages }: ListPages<HistoryEntry>) =>
  pages.map(({ items }) => items.map(({ position }) => Number(position)));

describe('newer entries', () => {
  it('precede all earlier ones, and keep the same older pages', () => {
    const grown = withNewer(pagesOf([9, 8], [7]), [entry(11), entry(10)]);
    expect(positionsOf(grown)).toEqual([[11, 10, 9, 8], [7]]);
    expect(grown.pages.map(({ next }) => next)).toEqual(['more', null]);
  });

  it('appear once, even if two answers overlap', () => {
    expect(positionsOf(withNewer(pagesOf([9, 8]), [entry(10), entry(9)]))).toEqual([[10, 9, 8]]);
  });

  it('start an empty list', () => {
    expect(positionsOf(withNewer(pagesOf([]), [entry(1)]))).toEqual([[1]]);
  });
});
