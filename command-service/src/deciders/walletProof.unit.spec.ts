import type { UserEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given, specTime } from '../../test/given.ts';
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
const listed = { userId: 7, walletId: 'w1', network: 'ETH', address: '0xabc' };
const added: UserEvent = { type: 'WalletAdded', data: listed };
const removed: UserEvent = { type: 'WalletRemoved', data: { userId: 7, walletId: 'w1' } };
const proof = { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } as const;
const prove = { type: 'ProveWallet', walletId: 'w1', ...proof } as const;
const proved: UserEvent = { type: 'WalletProved', data: { userId: 7, walletId: 'w1', ...proof } };

const walletsAfter = (...events: readonly UserEvent[]) => {
  const { state } = given(userDecider, registered, ...events);
  return state.status === 'registered' ? state.wallets : [];
};

describe('proving a wallet', () => {
  it('records statement, signature and scheme', () => {
    expect(given(userDecider, registered, added).when(prove)).toEqual([proved]);
  });

  it('is refused if the wallet is gone', () => {
    const gone = expect.objectContaining({ code: 'not_found' });
    expect(() => given(userDecider, registered).when(prove)).toThrow(gone);
    expect(() => given(userDecider, registered, added, removed).when(prove)).toThrow(gone);
  });

  it('records nothing for a repeat, and replaces an earlier proof', () => {
    const { when } = given(userDecider, registered, added, proved);
    expect(when(prove)).toEqual([]);
    expect(when({ ...prove, signature: '0x02' })).toMatchObject([{ type: 'WalletProved' }]);
    expect(when({ ...prove, statement: 'It still is' })).toMatchObject([{ type: 'WalletProved' }]);
  });

  it('is valid for that wallet alone, until it is removed', () => {
    const other: UserEvent = { type: 'WalletAdded', data: { ...listed, walletId: 'w2', network: 'BSC' } };
    expect(walletsAfter(added, other, proved).map((wallet) => wallet.proof)).toEqual([
      { ...proof, provedAt: specTime },
      null,
    ]);
    expect(walletsAfter(added, proved, removed, added).map((wallet) => wallet.proof)).toEqual([null]);
  });
});

describe('a restored wallet', () => {
  const restore = (wallet: ReturnType<typeof walletsAfter>[number]) =>
    given(userDecider, registered, added, removed).when({ type: 'RestoreWallet', wallet });

  it.each([
    ['with its proof', [added, proved]],
    ['without a proof if it had none', [added]],
  ])('is as before, %s', (_, events) => {
    const [before] = walletsAfter(...events);
    if (before === undefined) throw new Error('There is no wallet');
    expect(walletsAfter(added, removed, ...restore(before))).toEqual([before]);
  });
});
