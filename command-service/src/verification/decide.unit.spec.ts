import type { UserEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given } from '../../test/given.ts';
import { userDecider } from '../accounts/userDecider.ts';

const registered: UserEvent = {
  type: 'UserRegistered',
  data: {
    userId: 7,
    username: 'ada',
    fullName: 'Ada Lovelace',
    email: 'ada@example.org',
    telegramHandle: '@ada',
    userType: 'Charity',
  },
};

describe('verification', () => {
  const verified: UserEvent[] = [
    { type: 'UserVerified', data: { userId: 7 } },
    { type: 'TokensSet', data: { userId: 7, pmcwTokens: 1, cause: 'verified' } },
  ];
  const unverified: UserEvent[] = [
    { type: 'UserUnverified', data: { userId: 7 } },
    { type: 'TokensSet', data: { userId: 7, pmcwTokens: 0, cause: 'unverified' } },
  ];

  it('grants one token, and takes them away when it ends', () => {
    expect(given(userDecider, registered).when({ type: 'VerifyUser' })).toEqual(verified);
    expect(given(userDecider, registered, ...verified).when({ type: 'UnverifyUser' })).toEqual(unverified);
  });

  it('happens only on a real change', () => {
    expect(given(userDecider, registered, ...verified).when({ type: 'VerifyUser' })).toEqual([]);
    expect(given(userDecider, registered).when({ type: 'UnverifyUser' })).toEqual([]);
  });
});
