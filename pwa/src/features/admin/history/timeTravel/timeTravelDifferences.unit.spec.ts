import { describe, expect, it } from 'vitest';
import { differencesOf } from './timeTravelDifferences.ts';

const wallet = (id: string, address: string) => ({ id, network: 'ETH', address });

describe('the difference of two states', () => {
  it('marks each field as same, changed, added or removed', () => {
    const before = { name: 'Ada', tokens: 0, request: { id: 'r', message: 'please' } };
    const state = { name: 'Ada', tokens: 1, notes: 'kind' };
    expect(differencesOf(before, state).map(({ field, change }) => [field, change])).toEqual([
      ['name', 'same'],
      ['tokens', 'changed'],
      ['notes', 'added'],
      ['request', 'removed'],
    ]);
  });

  it('matches list items by id', () => {
    const rows = differencesOf(
      { wallets: [wallet('a', '1'), wallet('b', '2'), wallet('c', '3')] },
      { wallets: [wallet('a', '1'), wallet('c', '4'), wallet('d', '5')] },
    );
    expect(rows.map(({ key, change }) => [key, change])).toEqual([
      ['wallets a', 'same'],
      ['wallets c', 'changed'],
      ['wallets d', 'added'],
      ['wallets b', 'removed'],
    ]);
  });

  it('has a row for an empty list, so that no field is missing', () => {
    expect(differencesOf({ wallets: [] }, { wallets: [] })).toMatchObject([{ is: null, change: 'same' }]);
    expect(differencesOf({}, { wallets: [] })).toMatchObject([{ field: 'wallets', change: 'added' }]);
  });

  it('has all fields added before the first event', () => {
    const rows = differencesOf({}, { name: 'Ada', notices: ['n'] });
    expect(rows.every(({ change, was }) => change === 'added' && was === undefined)).toBe(true);
  });
});
