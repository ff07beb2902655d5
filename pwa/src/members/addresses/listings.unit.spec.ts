import type { AddressListing } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { areOnlyOf, membersOf } from './listings.ts';

describe('listings of an address', () => {
  const listing = (username: string, network: string): AddressListing => ({
    ...{ username, network, fullName: username, avatarUrl: null, isAuthorized: false },
    ...{ addedAt: '2026-03-03T00:00:00.000Z', provedAt: null },
  });
  const [first, second, third] = [listing('ada', 'ETH'), listing('bob', 'ETH'), listing('ada', 'BSC')];

  it('are grouped by member, in the order of their first one', () => {
    const shown = membersOf([first, second, third]).map(({ username, listings }) => [username, listings]);
    expect(shown).toEqual([
      ['ada', [first, third]],
      ['bob', [second]],
    ]);
  });

  it('are only of the viewer if all are theirs', () => {
    expect(areOnlyOf([first, third], 'ada')).toBe(true);
    expect(areOnlyOf([first, second], 'ada')).toBe(false);
    expect(areOnlyOf([first], undefined)).toBe(false);
    expect(areOnlyOf([], 'ada')).toBe(false);
  });
});
