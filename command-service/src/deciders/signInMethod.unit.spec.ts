import { limits } from '@pmcw/contracts';
import type { UserEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given, refused, specTime } from '../../test/given.ts';
import { userDecider } from './user.ts';

const newcomer = {
  userId: 7,
  username: 'ada',
  fullName: 'Ada Lovelace',
  email: 'ada@example.org',
  telegramHandle: '',
  userType: 'Charity',
} as const;
const registered: UserEvent = { type: 'UserRegistered', data: newcomer };
const add = (methodId: string) => ({ type: 'AddSignInMethod', methodId, kind: 'passkey' }) as const;
const remove = (methodId: string) => ({ type: 'RemoveSignInMethod', methodId }) as const;
const added = (methodId: string): UserEvent => ({
  type: 'SignInMethodAdded',
  data: { userId: 7, methodId, kind: 'passkey' },
});
const removed = (methodId: string, kind: 'password' | 'passkey'): UserEvent => ({
  type: 'SignInMethodRemoved',
  data: { userId: 7, methodId, kind },
});
const reset: UserEvent = { type: 'PasswordReset', data: { userId: 7 } };

const after = (...events: readonly UserEvent[]) => given(userDecider, registered, ...events);
const ways = (...events: readonly UserEvent[]) => {
  const { state } = after(...events);
  return state.status === 'registered' ? state.signInMethods.map(({ id }) => id) : [];
};

describe('a member’s ways to sign in', () => {
  it('start with the method of the registration, if it was no password', () => {
    const signInMethod = { methodId: 'a', kind: 'passkey' } as const;
    const byPasskey: UserEvent = { type: 'UserRegistered', data: { ...newcomer, signInMethod } };
    expect(given(userDecider).when({ type: 'RegisterUser', ...newcomer, signInMethod })).toEqual([byPasskey]);
    expect(given(userDecider, byPasskey, reset).state).toMatchObject({
      signInMethods: [
        { id: 'a', kind: 'passkey', addedAt: specTime },
        { id: 'password', kind: 'password', addedAt: specTime },
      ],
    });
  });

  it('start with a wallet, which the same command lists and proves', () => {
    const signInMethod = { methodId: 'w', kind: 'wallet' } as const;
    const command = {
      type: 'RegisterUser',
      ...newcomer,
      signInMethod,
      wallet: { ...wallet, ...proof },
    } as const;
    const byWallet: UserEvent = { type: 'UserRegistered', data: { ...newcomer, signInMethod } };
    expect(given(userDecider).when(command)).toEqual([byWallet, listed(), proved]);
  });

  it('start with the password', () => {
    expect(after().state).toMatchObject({
      signInMethods: [{ id: 'password', kind: 'password', addedAt: specTime }],
    });
  });

  it('are added once', () => {
    expect(after().when(add('k'))).toEqual([added('k')]);
    expect(after(added('k')).when(add('k'))).toEqual([]);
    expect(ways(added('k'))).toEqual(['password', 'k']);
  });

  it('include a limited number of passkeys', () => {
    const keys = Array.from({ length: limits.passkeysMax }, (_, n) => added(`k${n}`));
    expect(after(...keys.slice(1)).when(add('another'))).toEqual([added('another')]);
    expect(() => after(...keys).when(add('another'))).toThrow(refused('conflict'));
    // A repeat does not exceed the limit.
    expect(after(...keys).when(add('k0'))).toEqual([]);
  });

  it('are removed by id, except the last', () => {
    expect(after(added('k')).when(remove('password'))).toEqual([removed('password', 'password')]);
    expect(after(added('k')).when(remove('k'))).toEqual([removed('k', 'passkey')]);
    expect(() => after().when(remove('password'))).toThrow(refused('last_sign_in_method'));
    const withoutPassword = after(added('k'), removed('password', 'password'));
    expect(() => withoutPassword.when(remove('k'))).toThrow(refused('last_sign_in_method'));
    expect(() => withoutPassword.when(remove('password'))).toThrow(refused('not_found'));
  });

  const wallet = { walletId: 'w', network: 'ETH', address: `0x${'1'.repeat(40)}` };
  const proof = { statement: 'mine', signature: '0x1', scheme: 'eip-191' } as const;
  const listed = (network = 'ETH'): UserEvent => ({
    type: 'WalletAdded',
    data: { userId: 7, ...wallet, network },
  });
  const proved: UserEvent = { type: 'WalletProved', data: { userId: 7, walletId: 'w', ...proof } };
  const admit = { type: 'AddSignInMethod', methodId: 'w', kind: 'wallet' } as const;
  const admitted: UserEvent = {
    type: 'SignInMethodAdded',
    data: { userId: 7, methodId: 'w', kind: 'wallet' },
  };
  const takenOff: UserEvent = { type: 'WalletRemoved', data: { userId: 7, walletId: 'w' } };

  it('can be wallets that are listed, proved, and of a network with sign-in', () => {
    expect(after(listed(), proved).when(admit)).toEqual([admitted]);
    expect(() => after().when(admit)).toThrow(refused('not_found'));
    expect(() => after(listed()).when(admit)).toThrow(refused('conflict'));
    expect(() => after(listed('XYZ'), proved).when(admit)).toThrow(refused('not_provable'));
  });

  it('end with the removal of the address, which the last one prevents, and don’t come back with it', () => {
    const both = [listed(), proved, admitted];
    const remove = { type: 'RemoveSignInWallet', walletId: 'w' } as const;
    expect(after(...both).when(remove)).toEqual([takenOff]);
    // Chosen before another device made it a way to sign in: requires a stronger proof.
    expect(() => after(...both).when({ type: 'RemoveWallet', walletId: 'w' })).toThrow(
      refused('fresh_proof_required'),
    );
    expect(ways(...both, takenOff)).toEqual(['password']);
    const now = { addedAt: specTime, provedAt: specTime, ...proof };
    const restored: UserEvent = { type: 'WalletRestored', data: { userId: 7, ...wallet, ...now } };
    expect(ways(...both, takenOff, restored)).toEqual(['password']);
    const alone = after(...both, removed('password', 'password'));
    for (const type of ['RemoveSignInWallet', 'TakeOffWallet'] as const) {
      expect(() => alone.when({ type, walletId: 'w' })).toThrow(refused('last_sign_in_method'));
    }
    // A way to sign in does not affect other wallets in the list.
    const other: UserEvent = { type: 'WalletAdded', data: { userId: 7, ...wallet, walletId: 'v' } };
    const taken: UserEvent = { type: 'WalletRemoved', data: { userId: 7, walletId: 'v' } };
    const two = after(...both, other, removed('password', 'password'));
    expect(two.when({ type: 'RemoveWallet', walletId: 'v' })).toEqual([taken]);
  });

  it('have the password again after a reset, once', () => {
    expect(ways(added('k'), removed('password', 'password'), reset)).toEqual(['k', 'password']);
    expect(ways(reset)).toEqual(['password']);
  });
});
