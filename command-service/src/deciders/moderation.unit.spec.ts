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

describe('notices about reports', () => {
  const about = { caseId: 'profile-7' } as const;
  it('warn a member, withdraw that, and answer a report', () => {
    const { when } = given(userDecider, registered());
    expect(when({ type: 'WarnMember', ...about, reason: 'Please stop' })).toEqual([
      { type: 'MemberWarned', data: { userId: 7, ...about, reason: 'Please stop' } },
    ]);
    expect(when({ type: 'WithdrawWarning', ...about })).toEqual([
      { type: 'WarningWithdrawn', data: { userId: 7, ...about } },
    ]);
    expect(when({ type: 'AnswerReport', ...about, outcome: 'dismissed' })).toEqual([
      { type: 'ReportAnswered', data: { userId: 7, ...about, outcome: 'dismissed' } },
    ]);
  });

  it('reach a suspended member, but no deleted one', () => {
    const answer = { type: 'AnswerReport', ...about, outcome: 'suspended' } as const;
    expect(given(userDecider, registered(), suspended).when(answer)).toHaveLength(1);
    const deleted: UserEvent = { type: 'UserDeleted', data: { userId: 7 } };
    expect(() => given(userDecider, registered(), deleted).when(answer)).toThrow(
      expect.objectContaining({ code: 'not_found' }),
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
