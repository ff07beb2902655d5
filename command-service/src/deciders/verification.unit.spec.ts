import type { UserEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given, refused } from '../../test/given.ts';
import { userDecider } from './user.ts';

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

const suspended: UserEvent = { type: 'UserSuspended', data: { userId: 7 } };

describe('verification', () => {
  const verified: UserEvent[] = [
    { type: 'UserVerified', data: { userId: 7 } },
    { type: 'TokensSet', data: { userId: 7, pmcwTokens: 1, cause: 'verified' } },
  ];
  const unverified: UserEvent[] = [
    { type: 'UserUnverified', data: { userId: 7 } },
    { type: 'TokensSet', data: { userId: 7, pmcwTokens: 0, cause: 'unverified' } },
  ];

  it('grants one token, and removes all when it ends', () => {
    expect(given(userDecider, registered).when({ type: 'VerifyUser' })).toEqual(verified);
    expect(given(userDecider, registered, ...verified).when({ type: 'UnverifyUser' })).toEqual(unverified);
  });

  it('leaves events only on a real change', () => {
    expect(given(userDecider, registered, ...verified).when({ type: 'VerifyUser' })).toEqual([]);
    expect(given(userDecider, registered).when({ type: 'UnverifyUser' })).toEqual([]);
  });
});

describe('a verification after a change', () => {
  const verified: UserEvent = { type: 'UserVerified', data: { userId: 7 } };
  const renamed: UserEvent = {
    type: 'ProfileEdited',
    data: { userId: 7, fullName: 'Ada King', bio: '', telegramHandle: '' },
  };
  const seen = { type: 'ConfirmVerification', fullName: 'Ada King', avatarUrl: null } as const;
  const { when } = given(userDecider, registered, verified, renamed);

  it('is confirmed for the values that the administrator saw', () => {
    expect(when(seen)).toEqual([{ type: 'VerificationConfirmed', data: { userId: 7 } }]);
    expect(() => when({ ...seen, fullName: 'Ada Lovelace' })).toThrow(refused('changed_since'));
    expect(() => when({ ...seen, avatarUrl: '/media/abc' })).toThrow(refused('changed_since'));
  });

  it('is not confirmed for an unverified member', () => {
    expect(() => given(userDecider, registered, renamed).when(seen)).toThrow(refused('changed_since'));
    expect(() => given(userDecider, registered, verified, renamed, suspended).when(seen)).toThrow(
      refused('member_suspended'),
    );
  });
});

const wallet: UserEvent = {
  type: 'WalletAdded',
  data: { userId: 7, walletId: 'w', network: 'PMCW', address: '0x52908400098527886E0F7030069857D2E4169EE7' },
};
const requested: UserEvent = {
  type: 'VerificationRequested',
  data: { userId: 7, requestId: 'r', message: 'Please' },
};

describe('a request to be verified', () => {
  const request = { type: 'RequestVerification', requestId: 'r', message: 'Please' } as const;
  const approved: UserEvent = { type: 'VerificationApproved', data: { userId: 7, requestId: 'r' } };

  it('requires a PMCW wallet', () => {
    expect(() => given(userDecider, registered).when(request)).toThrow(refused('pmcw_wallet_required'));
    expect(given(userDecider, registered, wallet).when(request)).toEqual([requested]);
  });

  it('is one at a time, and not for verified members', () => {
    const { when } = given(userDecider, registered, wallet, requested);
    expect(when(request)).toEqual([]);
    expect(() => when({ ...request, requestId: 'other' })).toThrow(refused('request_open'));
    const verified: UserEvent = { type: 'UserVerified', data: { userId: 7 } };
    expect(() => given(userDecider, registered, wallet, verified).when(request)).toThrow(
      refused('already_verified'),
    );
  });

  it('is approved by verifying either way', () => {
    const { when } = given(userDecider, registered, wallet, requested);
    for (const command of [
      { type: 'VerifyUser' },
      { type: 'ApproveVerification', requestId: 'r' },
    ] as const) {
      expect(when(command)).toEqual([
        { type: 'UserVerified', data: { userId: 7 } },
        { type: 'TokensSet', data: { userId: 7, pmcwTokens: 1, cause: 'verified' } },
        approved,
      ]);
    }
  });

  it('is rejected with a reason, and may be repeated', () => {
    const rejected: UserEvent = {
      type: 'VerificationRejected',
      data: { userId: 7, requestId: 'r', reason: 'Who are you?' },
    };
    const { when } = given(userDecider, registered, wallet, requested);
    expect(when({ type: 'RejectVerification', requestId: 'r', reason: 'Who are you?' })).toEqual([rejected]);
    expect(
      given(userDecider, registered, wallet, requested, rejected).when({ ...request, requestId: 's' }),
    ).toHaveLength(1);
  });

  it.each(['ApproveVerification', 'RejectVerification'] as const)('%s requires the open request', (type) => {
    const { when } = given(userDecider, registered, wallet, requested, approved);
    expect(() => when({ type, requestId: 'r', reason: 'late' })).toThrow(refused('request_closed'));
  });
});

describe('while suspended', () => {
  it.each([
    { type: 'VerifyUser' },
    { type: 'UnverifyUser' },
    { type: 'ApproveVerification', requestId: 'r' },
  ] as const)('$type is refused', (command) => {
    const { when } = given(userDecider, registered, wallet, requested, suspended);
    expect(() => when(command)).toThrow(refused('member_suspended'));
  });
});

describe('tokens', () => {
  it('are set by hand, with that cause, and only on a real change', () => {
    const { when } = given(userDecider, registered);
    expect(when({ type: 'SetTokens', pmcwTokens: 12 })).toEqual([
      { type: 'TokensSet', data: { userId: 7, pmcwTokens: 12, cause: 'set' } },
    ]);
    expect(when({ type: 'SetTokens', pmcwTokens: 0 })).toEqual([]);
  });
});
