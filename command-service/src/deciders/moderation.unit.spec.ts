import type { UserEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given, stateAfter } from '../../test/given.ts';
import { userDecider } from './user.ts';

const registered = (userId = 7): UserEvent => ({
  type: 'UserRegistered',
  data: {
    userId,
    username: 'ada',
    fullName: 'Ada Lovelace',
    email: 'ada@example.org',
    telegramHandle: '',
    userType: 'Charity',
  },
});
const suspended: UserEvent = { type: 'UserSuspended', data: { userId: 7 } };
const unsuspended: UserEvent = { type: 'UserUnsuspended', data: { userId: 7 } };

describe('suspension', () => {
  it('suspends and reinstates a member', () => {
    expect(given(userDecider, registered()).when({ type: 'SuspendUser' })).toEqual([suspended]);
    expect(given(userDecider, registered(), suspended).when({ type: 'UnsuspendUser' })).toEqual([
      unsuspended,
    ]);
    expect(stateAfter(userDecider, [registered(), suspended])).toMatchObject({ isSuspended: true });
    expect(stateAfter(userDecider, [registered(), suspended, unsuspended])).toMatchObject({
      isSuspended: false,
    });
  });

  it('leaves an event only on a real change', () => {
    expect(given(userDecider, registered(), suspended).when({ type: 'SuspendUser' })).toEqual([]);
    expect(given(userDecider, registered()).when({ type: 'UnsuspendUser' })).toEqual([]);
  });

  it('never affects member 1', () => {
    expect(() => given(userDecider, registered(1)).when({ type: 'SuspendUser' })).toThrow(
      expect.objectContaining({ code: 'protected_member' }),
    );
  });
});

describe('administrators’ records', () => {
  it('change the type of an account if it differs', () => {
    const { when } = given(userDecider, registered());
    const changed = { type: 'UserTypeChanged', data: { userId: 7, userType: 'Business' } };
    expect(when({ type: 'ChangeUserType', userType: 'Business' })).toEqual([changed]);
    expect(when({ type: 'ChangeUserType', userType: 'Charity' })).toEqual([]);
  });

  it('store notes if they differ', () => {
    const noted: UserEvent = { type: 'AdminNotesChanged', data: { userId: 7, notes: 'Met in Lisbon' } };
    expect(
      given(userDecider, registered()).when({ type: 'WriteAdminNotes', notes: 'Met in Lisbon' }),
    ).toEqual([noted]);
    const { when } = given(userDecider, registered(), noted);
    expect(when({ type: 'WriteAdminNotes', notes: 'Met in Lisbon' })).toEqual([]);
  });

  it.each(['SuspendUser', 'UnsuspendUser'] as const)('%s refuses an unknown member', (type) => {
    expect(() => given(userDecider).when({ type })).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});
