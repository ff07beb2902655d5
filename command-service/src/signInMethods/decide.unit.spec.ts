import { limits } from '@pmcw/contracts';
import type { UserEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given, specTime } from '../../test/given.ts';
import { userDecider } from '../accounts/userDecider.ts';

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
const refusedWith = (code: string) => expect.objectContaining({ code });

const after = (...events: readonly UserEvent[]) => given(userDecider, registered, ...events);
const ways = (...events: readonly UserEvent[]) => {
  const { state } = after(...events);
  return state.status === 'registered' ? state.signInMethods.map(({ id }) => id) : [];
};

describe('the ways in which a member signs in', () => {
  it('begin with what the member registered with, where that was no password', () => {
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

  it('begin with the password', () => {
    expect(after().state).toMatchObject({
      signInMethods: [{ id: 'password', kind: 'password', addedAt: specTime }],
    });
  });

  it('are added once', () => {
    expect(after().when(add('k'))).toEqual([added('k')]);
    expect(after(added('k')).when(add('k'))).toEqual([]);
    expect(ways(added('k'))).toEqual(['password', 'k']);
  });

  it('are so many passkeys at most', () => {
    const keys = Array.from({ length: limits.passkeysMax }, (_, n) => added(`k${n}`));
    expect(after(...keys.slice(1)).when(add('another'))).toEqual([added('another')]);
    expect(() => after(...keys).when(add('another'))).toThrow(refusedWith('conflict'));
    // The same once more is none too many.
    expect(after(...keys).when(add('k0'))).toEqual([]);
  });

  it('are removed by what they are, but for the last', () => {
    expect(after(added('k')).when(remove('password'))).toEqual([removed('password', 'password')]);
    expect(after(added('k')).when(remove('k'))).toEqual([removed('k', 'passkey')]);
    expect(() => after().when(remove('password'))).toThrow(refusedWith('last_sign_in_method'));
    const withoutPassword = after(added('k'), removed('password', 'password'));
    expect(() => withoutPassword.when(remove('k'))).toThrow(refusedWith('last_sign_in_method'));
    expect(() => withoutPassword.when(remove('password'))).toThrow(refusedWith('not_found'));
  });

  it('have the password again by a reset link, and not twice', () => {
    expect(ways(added('k'), removed('password', 'password'), reset)).toEqual(['k', 'password']);
    expect(ways(reset)).toEqual(['password']);
  });
});
