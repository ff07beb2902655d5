import type { HistoryEntry } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { undoRows } from './undoRows.ts';

const event = (type: string, facts: HistoryEntry['facts'] = {}): HistoryEntry => ({
  ...{ position: '1', eventId: 'e', stream: 'user-7', revision: 1, type, actor: null, target: null },
  ...{ occurredAt: '2026-01-01T00:00:00Z', correlationId: 'r', causationId: 'c', undoes: null, facts },
});
const rowsOf = (...args: Parameters<typeof undoRows>) =>
  undoRows(...args).map(({ field, was, is }) => [field, was, is]);

describe('the fields that an undo restores', () => {
  it('are those the event set, with their earlier values', () => {
    const before = { isAuthorized: false, pmcwTokens: 5, bio: 'then' };
    const now = { isAuthorized: true, pmcwTokens: 1, bio: 'now' };
    expect(rowsOf(event('UserVerified'), before, now)).toEqual([
      ['isAuthorized', true, false],
      ['pmcwTokens', 1, 5],
    ]);
  });

  it('are only the removed item of a list', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, address: id }));
    const before = { wallets: [a, b].flatMap((wallet) => wallet ?? []) };
    const now = { wallets: [c].flatMap((wallet) => wallet ?? []) };
    expect(rowsOf(event('WalletRemoved', { walletId: 'b' }), before, now)).toEqual([
      ['wallets', undefined, b],
    ]);
  });

  it('are only those settings the event set', () => {
    const before = { tokenSupply: 1, groupLink: 'a' };
    const now = { tokenSupply: 2, groupLink: 'b' };
    expect(rowsOf(event('SettingsChanged', { tokenSupply: 2 }), before, now)).toEqual([
      ['tokenSupply', 2, 1],
    ]);
  });

  it('are none if the event can’t be undone', () => {
    expect(rowsOf(event('ProfileEdited'), { bio: 'a' }, { bio: 'b' })).toEqual([]);
  });
});
