import { ProblemError, texts } from '@pmcw/contracts';
import type { UserEvent } from '@pmcw/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given, stateAfter } from '../../test/given.ts';
import { type UserCommand, userDecider } from '../deciders/user.ts';
import { bears, emailClaim, usernameClaim, walletClaim } from '../members/claims.ts';

const registration = (userId: number, username = 'ada') =>
  ({
    userId,
    username,
    fullName: 'Ada Lovelace',
    email: 'ada@example.org',
    telegramHandle: '',
    userType: 'General User',
  }) as const;
const registered = (userId = 7, username = 'ada'): UserEvent => ({
  type: 'UserRegistered',
  data: registration(userId, username),
});
const granted: UserEvent = { type: 'AdminGranted', data: { userId: 7 } };
const deleted: UserEvent = { type: 'UserDeleted', data: { userId: 7 } };
const notFound = expect.objectContaining({ code: 'not_found', message: texts.refusals.memberNotFound });

/** One command of each kind for a member’s stream. */
const commands: readonly UserCommand[] = [
  { type: 'GrantAdmin' },
  { type: 'RecordPassword' },
  { type: 'IssueResetLink', byUserId: 1 },
  { type: 'ResetPassword', keep: [], isMailed: false },
  { type: 'FinishReset', keep: [] },
  { type: 'DeleteUser' },
  { type: 'EditProfile', fullName: 'Ada', bio: '', telegramHandle: '' },
  { type: 'AddWallet', walletId: 'w', network: 'ETH', address: 'an address' },
  { type: 'RemoveWallet', walletId: 'w' },
  { type: 'AddSocialLink', socialId: 's', platform: 'twitter', username: 'ada' },
  { type: 'RemoveSocialLink', socialId: 's' },
  { type: 'VerifyUser' },
  { type: 'UnverifyUser' },
  { type: 'RequestVerification', requestId: 'r', message: '' },
  { type: 'ApproveVerification', requestId: 'r' },
  { type: 'RejectVerification', requestId: 'r', reason: 'no' },
  { type: 'SetTokens', pmcwTokens: 3 },
  { type: 'SuspendUser' },
  { type: 'UnsuspendUser' },
  { type: 'ChangeUserType', userType: 'Charity' },
  { type: 'WriteAdminNotes', notes: 'a note' },
];

describe('deleting a member', () => {
  it.each([
    ['a member', []],
    ['an administrator', [granted]],
    ['a suspended one', [{ type: 'UserSuspended', data: { userId: 7 } } as const]],
  ])('leaves one last event: %s', (_, events) => {
    expect(given(userDecider, registered(), ...events).when({ type: 'DeleteUser' })).toEqual([deleted]);
  });

  it('leaves nothing of the member in the state', () => {
    expect(stateAfter(userDecider, [registered(), granted, deleted])).toEqual({ status: 'deleted' });
  });

  it.each(commands.map((command) => [command.type, command] as const))(
    'makes %s find no member',
    (_, command) => {
      expect(() => given(userDecider, registered(), deleted).when(command)).toThrow(notFound);
    },
  );

  it('never lets the id be registered again', () => {
    const { when } = given(userDecider, registered(), deleted);
    for (const type of ['RegisterUser', 'RegisterAdministrator'] as const) {
      expect(() => when({ type, ...registration(7) })).toThrow(expect.objectContaining({ code: 'conflict' }));
    }
  });

  it('is final, whatever events follow', () => {
    expect(stateAfter(userDecider, [registered(), deleted, granted, registered()])).toEqual({
      status: 'deleted',
    });
  });
});

describe('member 1, and with it the last administrator', () => {
  it('can’t be deleted', () => {
    expect(() => given(userDecider, registered(1)).when({ type: 'DeleteUser' })).toThrow(
      expect.objectContaining({ code: 'protected_member', message: texts.refusals.protectedMember }),
    );
  });

  it('stays an active administrator after any commands, so that there always is one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...commands), { maxLength: 40 }), (tried) => {
        const events: UserEvent[] = [
          ...given(userDecider).when({ type: 'RegisterAdministrator', ...registration(1, 'admin') }),
        ];
        for (const command of tried) {
          try {
            events.push(...given(userDecider, ...events).when(command));
          } catch (error) {
            // A refusal leaves no event.
            if (!(error instanceof ProblemError)) throw error;
          }
        }
        expect(stateAfter(userDecider, events)).toMatchObject({
          status: 'registered',
          isAdmin: true,
          isSuspended: false,
        });
      }),
    );
  });
});

describe('the log’s claims of an erased member', () => {
  const wallet: UserEvent = {
    type: 'WalletAdded',
    data: { userId: 7, walletId: 'w', network: 'ETH', address: '[erased]' },
  };
  const erased: UserEvent = {
    type: 'UserRegistered',
    data: {
      ...registration(7, '[erased]'),
      fullName: '[erased]',
      email: '[erased]',
      telegramHandle: '[erased]',
    },
  };

  it.each([
    ['deleted', [erased, wallet, deleted]],
    ['whose key was lost', [erased, wallet]],
  ])('keep any username, and nothing else (%s)', (_, events) => {
    const state = stateAfter(userDecider, events);
    expect(bears(state, usernameClaim('ada'))).toBe(true);
    expect(bears(state, emailClaim('ada@example.org'))).toBe(false);
    expect(bears(state, walletClaim('an address'))).toBe(false);
  });
});
