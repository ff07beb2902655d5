import { ProblemError } from '@pmcw/contracts';
import type { UserEvent } from '@pmcw/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given, specTime, stateAfter } from '../../test/given.ts';
import { sessionUser } from '../accounts/sessionUser.ts';
import { type UserCommand, userDecider } from './user.ts';
import { requireMember } from './userState.ts';

const registration = {
  userId: 7,
  username: 'Ada',
  fullName: 'Ada Lovelace',
  email: 'ada@example.org',
  telegramHandle: '',
  userType: 'General User',
} as const;
const registered: UserEvent = { type: 'UserRegistered', data: registration };

describe('registering', () => {
  it('makes the account', () => {
    const { when } = given(userDecider);
    expect(when({ type: 'RegisterUser', ...registration })).toEqual([registered]);
  });

  it('makes the first administrator with one command, unverified', () => {
    const { when } = given(userDecider);
    const events = when({ type: 'RegisterAdministrator', ...registration });
    expect(events).toEqual([registered, { type: 'AdminGranted', data: { userId: 7 } }]);
    expect(stateAfter(userDecider, events)).toMatchObject({
      isAdmin: true,
      isAuthorized: false,
      pmcwTokens: 0,
    });
  });

  it.each(['RegisterUser', 'RegisterAdministrator'] as const)('never makes an account twice (%s)', (type) => {
    const { when } = given(userDecider, registered);
    expect(() => when({ type, ...registration })).toThrow(expect.objectContaining({ code: 'conflict' }));
  });

  it('shows the newcomer as specified', () => {
    const { state } = given(userDecider, registered);
    expect(sessionUser(requireMember(state))).toEqual({
      id: 7,
      username: 'Ada',
      fullName: 'Ada Lovelace',
      email: 'ada@example.org',
      isEmailConfirmed: false,
      telegramHandle: '',
      bio: '',
      userType: 'General User',
      avatarUrl: null,
      backgroundUrl: null,
      isAdmin: false,
      isAuthorized: false,
      isSuspended: false,
      pmcwTokens: 0,
      contactPolicy: 'everyone',
      createdAt: specTime,
    });
  });
});

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const wallet = {
  network: fc.constantFrom('ETH', 'BTC', 'XYZ'),
  address: fc.constantFrom('one', 'two', 'three'),
};
const anyCommand: fc.Arbitrary<UserCommand> = fc.oneof(
  fc.record({ type: fc.constant('AddWallet' as const), walletId: id, ...wallet }),
  fc.record({ type: fc.constant('RemoveWallet' as const), walletId: id }),
  fc.record({
    type: fc.constant('AddSocialLink' as const),
    socialId: id,
    platform: fc.constantFrom('twitter', 'github', 'medium'),
    username: fc.string(),
  }),
  fc.record({ type: fc.constant('RemoveSocialLink' as const), socialId: id }),
  fc.record({
    type: fc.constant('EditProfile' as const),
    fullName: fc.string(),
    bio: fc.string(),
    telegramHandle: fc.string(),
  }),
  fc.constantFrom({ type: 'VerifyUser' } as const, { type: 'UnverifyUser' } as const),
  fc.constant({ type: 'RegisterUser', ...registration } as const),
);

/** A member’s events after commands; refused ones leave none. */
function historyOf(commands: readonly UserCommand[]): UserEvent[] {
  const events: UserEvent[] = [];
  for (const command of commands) {
    try {
      events.push(...given(userDecider, ...events).when(command));
    } catch (error) {
      // A refusal leaves no event.
      if (!(error instanceof ProblemError)) throw error;
    }
  }
  return events;
}

const keysOf = <T>(list: readonly T[], key: (item: T) => string) => new Set(list.map(key)).size;

describe('any commands of a member', () => {
  it('leave one wallet per address and network, one link per platform, and one token if verified', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
        const events = historyOf([{ type: 'RegisterUser', ...registration }, ...commands]);
        const member = requireMember(stateAfter(userDecider, events));
        expect(keysOf(member.wallets, ({ network, address }) => `${network} ${address}`)).toBe(
          member.wallets.length,
        );
        expect(keysOf(member.socials, ({ platform }) => platform)).toBe(member.socials.length);
        expect(member.pmcwTokens).toBe(member.isAuthorized ? 1 : 0);
      }),
    );
  });

  it('leave no event when an edit or verification is repeated', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 20 }), anyCommand, (commands, last) => {
        fc.pre(['EditProfile', 'VerifyUser', 'UnverifyUser'].includes(last.type));
        const events = historyOf([{ type: 'RegisterUser', ...registration }, ...commands, last]);
        expect(given(userDecider, ...events).when(last)).toEqual([]);
      }),
    );
  });

  it('are refused before registration', () => {
    fc.assert(
      fc.property(anyCommand, (command) => {
        fc.pre(command.type !== 'RegisterUser');
        expect(() => given(userDecider).when(command)).toThrow(
          expect.objectContaining({ code: 'not_found' }),
        );
      }),
    );
  });

  it('fold in any order without throwing, because the log is the truth', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 20 }), fc.integer(), (commands, seed) => {
        const events = historyOf([{ type: 'RegisterUser', ...registration }, ...commands]);
        const start = Math.abs(seed) % (events.length + 1);
        stateAfter(userDecider, [...events.slice(start), ...events.slice(0, start)]);
      }),
    );
  });
});
