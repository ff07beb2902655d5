import { isUndoable, userTypes } from '@pmcw/contracts';
import type { Member, ProductEvent, Timed, UserState } from '@pmcw/contracts/events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refused } from '../../test/given.ts';
import type { Decider } from './decider.ts';
import { messageDecider } from './message.ts';
import { notificationDecider } from './notification.ts';
import { type CaseCommand, reportCaseDecider } from './reportCase.ts';
import { type ChangeSettings, settingsDecider } from './settings.ts';
import { type Undoable, undoDecider } from './undo.ts';
import { undoableCase } from './undoableCase.ts';
import { undoableMember } from './undoableMember.ts';
import { undoableMessage } from './undoableMessage.ts';
import { undoableNotification, undoableSettings } from './undoableSite.ts';
import { type UserCommand, userDecider } from './user.ts';

/** A stream that handles commands, whose events can then be undone. */
class Stream<State, Command, E extends ProductEvent> {
  readonly #decider: Decider<State, Command, E>;
  readonly #undoable: Undoable<State, E>;
  readonly events: Timed<E>[] = [];
  #commands = 0;

  constructor(decider: Decider<State, Command, E>, undoable: Undoable<State, E>) {
    this.#decider = decider;
    this.#undoable = undoable;
  }

  get state(): State {
    return this.events.reduce(this.#decider.evolve, this.#decider.initialState);
  }

  /** @returns the new events */
  give(command: Command): readonly Timed<E>[] {
    return this.#append(this.#decider.decide(this.state, command), `command ${this.#commands}`);
  }

  /** Undoes an event; an unknown one if `undefined`. */
  undo(event: Timed<E> | undefined, actorId = 1): readonly Timed<E>[] {
    const eventId = event?.eventId ?? 'nothing';
    const decider = undoDecider(eventId, this.#undoable);
    const undoing = this.events.reduce(decider.evolve, decider.initialState);
    return this.#append(decider.decide(undoing, { type: 'UndoEvent', actorId }), eventId, eventId);
  }

  #append(decided: readonly E[], causationId: string, undoes?: string): readonly Timed<E>[] {
    this.#commands += 1;
    const time = new Date(Date.UTC(2026, 0, 1, 0, 0, this.#commands)).toISOString();
    const metadata = { time, actorId: 1, causationId, undoes };
    const events = decided.map((event, n) => ({
      ...event,
      eventId: `event ${this.#commands} ${n}`,
      position: BigInt(this.events.length + n + 1),
      metadata,
    }));
    this.events.push(...events);
    return events;
  }
}

const registration = {
  type: 'RegisterUser',
  userId: 7,
  username: 'ada',
  fullName: 'Ada',
  email: 'ada@example.org',
  telegramHandle: '',
  userType: 'General User',
} as const;

function member(...commands: readonly UserCommand[]) {
  const stream = new Stream(userDecider, undoableMember);
  for (const command of [registration, ...commands]) stream.give(command);
  return stream;
}
const memberOf = ({ state }: { readonly state: UserState }): Member => {
  if (state.status !== 'registered') throw new Error('Not registered');
  return state;
};

const verify = { type: 'VerifyUser' } as const;
const unverify = { type: 'UnverifyUser' } as const;
const setTokens = (pmcwTokens: number) => ({ type: 'SetTokens', pmcwTokens }) as const;
const addWallet = (walletId: string, address = walletId) =>
  ({ type: 'AddWallet', walletId, network: 'XYZ', address }) as const;
const addLink = (socialId: string) =>
  ({ type: 'AddSocialLink', socialId, platform: 'github', username: 'ada' }) as const;

describe('undoing administrators’ decisions about a member', () => {
  it('reverts a verification and restores the earlier tokens', () => {
    const ada = member(setTokens(5));
    const [verified] = ada.give(verify);
    const types = ada.undo(verified).map(({ type }) => type);
    expect(types).toEqual(['UserUnverified', 'TokensSet', 'TokensSet']);
    expect(memberOf(ada)).toMatchObject({ isAuthorized: false, pmcwTokens: 5 });
  });

  it('verifies again by the usual rules, closing an open request', () => {
    const ada = member(addWallet('w', 'PMCW'), verify, setTokens(9));
    const [unverified] = ada.give(unverify);
    ada.undo(unverified);
    expect(memberOf(ada)).toMatchObject({ isAuthorized: true, pmcwTokens: 9 });
  });

  it('can be undone itself', () => {
    const ada = member(setTokens(5));
    const [verified] = ada.give(verify);
    const [unverified] = ada.undo(verified);
    ada.undo(unverified);
    expect(memberOf(ada)).toMatchObject({ isAuthorized: true, pmcwTokens: 1 });
  });

  it('restores a wallet in its place, with its id and date', () => {
    const ada = member(addWallet('a'), addWallet('b'), addWallet('c'));
    const before = memberOf(ada).wallets;
    const [removed] = ada.give({ type: 'RemoveWallet', walletId: 'b' });
    ada.give(addWallet('d'));
    ada.undo(removed);
    expect(memberOf(ada).wallets.slice(0, 3)).toEqual(before);
    expect(memberOf(ada).wallets.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('names the undone event', () => {
    const ada = member();
    const [suspended] = ada.give({ type: 'SuspendUser' });
    const [back] = ada.undo(suspended);
    expect(back?.metadata).toMatchObject({ undoes: suspended?.eventId, causationId: suspended?.eventId });
  });

  it('leaves no event when the same administrator repeats it', () => {
    const ada = member();
    const [verified] = ada.give(verify);
    ada.undo(verified);
    expect(ada.undo(verified)).toEqual([]);
  });

  it('keeps later changes of other values', () => {
    const ada = member();
    const [typed] = ada.give({ type: 'ChangeUserType', userType: 'Business' });
    ada.give(setTokens(3));
    ada.undo(typed);
    expect(memberOf(ada)).toMatchObject({ userType: 'General User', pmcwTokens: 3 });
  });
});

describe('undoing is refused', () => {
  it('for an unknown event', () => {
    expect(() => member().undo(undefined)).toThrow(refused('not_found'));
  });

  it('for members’ own actions', () => {
    const ada = member(addWallet('w'));
    const added = ada.events.at(-1);
    expect(isUndoable(added?.type ?? '')).toBe(false);
    expect(() => ada.undo(added)).toThrow(refused('not_undoable'));
  });

  it('the second time by another administrator, and by anyone once it was redone', () => {
    const ada = member();
    const [verified] = ada.give(verify);
    ada.undo(verified);
    expect(() => ada.undo(verified, 2)).toThrow(refused('already_undone'));
    ada.give(verify);
    for (const by of [1, 2]) expect(() => ada.undo(verified, by)).toThrow(refused('already_undone'));
  });

  it('after another change, even back to the same value', () => {
    const ada = member();
    const [first] = ada.give(setTokens(1));
    ada.give(setTokens(2));
    ada.give(setTokens(1));
    expect(() => ada.undo(first)).toThrow(refused('changed_since'));
  });

  it('after another change of the type or the suspension', () => {
    const ada = member();
    const [typed] = ada.give({ type: 'ChangeUserType', userType: 'Business' });
    ada.give({ type: 'ChangeUserType', userType: 'Charity' });
    const [suspended] = ada.give({ type: 'SuspendUser' });
    const [letIn] = ada.give({ type: 'UnsuspendUser' });
    ada.give({ type: 'SuspendUser' });
    for (const event of [typed, suspended, letIn])
      expect(() => ada.undo(event)).toThrow(refused('changed_since'));
  });

  it('if the tokens of a verification were set by hand since', () => {
    const ada = member();
    const [verified] = ada.give(verify);
    ada.give(setTokens(100));
    expect(() => ada.undo(verified)).toThrow(refused('changed_since'));
  });

  it('for a deleted member', () => {
    const ada = member();
    const [suspended] = ada.give({ type: 'SuspendUser' });
    ada.give({ type: 'DeleteUser' });
    expect(() => ada.undo(suspended)).toThrow(refused('changed_since'));
  });

  it('for a suspended member, if that forbids it', () => {
    const ada = member(verify);
    const [unverified] = ada.give(unverify);
    ada.give({ type: 'SuspendUser' });
    expect(() => ada.undo(unverified)).toThrow(refused('member_suspended'));
  });

  it('if the address is listed or the platform linked again', () => {
    const ada = member(addWallet('a', 'same'), addLink('l'));
    const [wallet] = ada.give({ type: 'RemoveWallet', walletId: 'a' });
    const [link] = ada.give({ type: 'RemoveSocialLink', socialId: 'l' });
    ada.give(addWallet('b', 'same'));
    ada.give(addLink('m'));
    expect(() => ada.undo(wallet)).toThrow(refused('wallet_listed'));
    expect(() => ada.undo(link)).toThrow(refused('social_platform_taken'));
  });

  it('if it would suspend member 1', () => {
    const stream = new Stream(userDecider, undoableMember);
    stream.give({ ...registration, userId: 1 });
    // Can’t be in a real log, but the rules hold for any.
    const metadata = { time: '2026-01-01T00:00:00.000Z', actorId: 1 };
    const forged = { type: 'UserUnsuspended', data: { userId: 1 }, eventId: 'forged', position: 9n } as const;
    stream.events.push({ ...forged, metadata: { ...metadata, causationId: 'forged' } });
    expect(() => stream.undo(stream.events.at(-1))).toThrow(refused('protected_member'));
  });
});

describe('undoing decisions about the site', () => {
  const change = (changes: ChangeSettings['changes']) => ({ type: 'ChangeSettings', changes }) as const;

  it('restores all settings of a change, and no others', () => {
    const site = new Stream(settingsDecider, undoableSettings);
    const { tokenSupply, registrationOpen } = site.state;
    const [changed] = site.give(change({ tokenSupply: 1, registrationOpen: false }));
    site.give(change({ groupLink: 'https://example.org/' }));
    site.undo(changed);
    expect(site.state).toMatchObject({ tokenSupply, registrationOpen, groupLink: 'https://example.org/' });
  });

  it('is refused if one of them changed again', () => {
    const site = new Stream(settingsDecider, undoableSettings);
    const [changed] = site.give(change({ tokenSupply: 1, registrationOpen: false }));
    site.give(change({ registrationOpen: true }));
    expect(() => site.undo(changed)).toThrow(refused('changed_since'));
  });

  it('shows or hides a notification again', () => {
    const news = new Stream(notificationDecider, undoableNotification);
    news.give({
      type: 'PublishNotification',
      id: 'n',
      actorId: 1,
      title: 'News',
      message: 'All',
      isActive: true,
    });
    const [hidden] = news.give({ type: 'ToggleNotification', isActive: false });
    const [shown] = news.undo(hidden);
    expect(news.state).toMatchObject({ isActive: true });
    news.undo(shown);
    expect(news.state).toMatchObject({ isActive: false });
    expect(() => news.undo(news.events[0])).toThrow(refused('not_undoable'));
  });

  it('is refused for a notification that was toggled again', () => {
    const news = new Stream(notificationDecider, undoableNotification);
    news.give({
      type: 'PublishNotification',
      id: 'n',
      actorId: 1,
      title: 'News',
      message: 'All',
      isActive: true,
    });
    const [hidden] = news.give({ type: 'ToggleNotification', isActive: false });
    news.give({ type: 'ToggleNotification', isActive: true });
    news.give({ type: 'ToggleNotification', isActive: false });
    expect(() => news.undo(hidden)).toThrow(refused('changed_since'));
  });
});

describe('undoing a decision about reports', () => {
  const report = (reporterId: number): CaseCommand => ({
    ...{ type: 'ReportContent', caseId: 'profile-7', kind: 'profile', memberId: 7, itemId: null },
    ...{ reporterId, reason: 'spam', text: '' },
  });
  const close: CaseCommand = { type: 'CloseCase', outcome: 'warned', reason: 'Please stop' };
  const reportedBy = (...reporters: readonly number[]) => {
    const stream = new Stream(reportCaseDecider, undoableCase);
    for (const reporterId of reporters) stream.give(report(reporterId));
    return stream;
  };

  it('opens the case again, with its reporters', () => {
    const about = reportedBy(8, 9);
    const open = about.state;
    const [closed] = about.give(close);
    const [reopened] = about.undo(closed);
    expect(reopened).toMatchObject({ type: 'CaseReopened', metadata: { undoes: closed?.eventId } });
    expect(about.state).toEqual(open);
    expect(about.undo(closed)).toEqual([]);
  });

  it('is refused after a later report, which opened it already, or a later decision', () => {
    const about = reportedBy(8);
    const [closed] = about.give(close);
    about.give(report(9));
    expect(() => about.undo(closed)).toThrow(refused('changed_since'));
    const [again] = about.give(close);
    expect(() => about.undo(closed)).toThrow(refused('changed_since'));
    expect(about.undo(again)).toHaveLength(1);
  });

  it('is for decisions alone', () => {
    const about = reportedBy(8);
    const [closed] = about.give(close);
    const [reopened] = about.undo(closed);
    for (const event of [about.events[0], reopened])
      expect(() => about.undo(event)).toThrow(refused('not_undoable'));
  });

  it('withdraws each warning separately', () => {
    const ada = member();
    const warn = { type: 'WarnMember', caseId: 'profile-7', reason: 'Please stop' } as const;
    const [[first], [second]] = [ada.give(warn), ada.give(warn)];
    for (const warning of [first, second])
      expect(ada.undo(warning)).toMatchObject([{ type: 'WarningWithdrawn', data: { caseId: 'profile-7' } }]);
    expect(ada.undo(first)).toEqual([]);
    expect(() => ada.undo(ada.events.at(-1))).toThrow(refused('not_undoable'));
  });
});

describe('undoing the removal of a message', () => {
  const removal = { type: 'RemoveMessage' } as const;
  const audience = { messageId: 'm', senderId: 7, receiverId: 8 };
  const said = { content: 'hello', messageType: 'voice', voiceHash: 'h', voiceSeconds: 2 } as const;
  function message() {
    const stream = new Stream(messageDecider, undoableMessage);
    const { messageId: id, senderId: actorId, receiverId } = audience;
    stream.give({ ...said, type: 'SendMessage', id, actorId, receiverId, isRequest: true });
    return stream;
  }

  it('restores it as it was sent', () => {
    const it = message();
    const [sent] = it.events;
    const before = it.state;
    const [removed] = it.give(removal);
    const sentAt = { sentPosition: '1', sentAt: sent?.metadata.time };
    expect(it.undo(removed)).toMatchObject([
      { type: 'MessageRestored', data: { ...audience, ...said, isRequest: true, ...sentAt } },
    ]);
    expect(it.state).toEqual(before);
    expect(it.undo(removed)).toEqual([]);
    expect(() => it.undo(removed, 2)).toThrow(refused('already_undone'));
  });

  it('can be undone itself, as often as wanted', () => {
    const it = message();
    let [last] = it.give(removal);
    for (const type of ['MessageRestored', 'MessageDeleted', 'MessageRestored']) {
      [last] = it.undo(last);
      expect(last?.type).toBe(type);
    }
    expect(it.state).toMatchObject({ status: 'sent', sentPosition: '1', ...said });
  });

  it('is refused for what its sender deleted, before or since', () => {
    const deletion = { type: 'DeleteMessage', actorId: 7 } as const;
    const one = message();
    const [deleted] = one.give(deletion);
    expect(() => one.undo(deleted)).toThrow(refused('not_undoable'));
    expect(() => one.undo(one.events[0])).toThrow(refused('not_undoable'));
    const other = message();
    const [removed] = other.give(removal);
    const [restored] = other.undo(removed);
    other.give(deletion);
    expect(() => other.undo(restored)).toThrow(refused('changed_since'));
    expect(() => other.undo(removed)).toThrow(refused('already_undone'));
  });
});

const ids = fc.constantFrom('a', 'b', 'c');
const act: fc.Arbitrary<UserCommand> = fc.oneof(
  fc.constantFrom(verify, unverify, { type: 'SuspendUser' } as const, { type: 'UnsuspendUser' } as const),
  fc.nat(3).map(setTokens),
  fc.constantFrom(...userTypes).map((userType) => ({ type: 'ChangeUserType', userType }) as const),
  ids.map((id) => addWallet(id)),
  ids.map((walletId) => ({ type: 'RemoveWallet', walletId }) as const),
  ids.map((id) => addLink(id)),
  ids.map((socialId) => ({ type: 'RemoveSocialLink', socialId }) as const),
);
const undoableActs = new Set<string>([
  ...['VerifyUser', 'UnverifyUser', 'SuspendUser', 'UnsuspendUser', 'SetTokens', 'ChangeUserType'],
  ...['RemoveWallet', 'RemoveSocialLink'],
]);

/** All but the notices to members, which can’t be undone. */
const toldAside = (stream: { readonly state: UserState }) => ({ ...memberOf(stream), notices: [] });

it('undoing any decision after any others restores the state before it', () => {
  const undone = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(act, { maxLength: 20 }),
      fc.array(act, { minLength: 1, maxLength: 4 }),
      (before, acts) => {
        const ada = member();
        const tried = (command: UserCommand) => {
          try {
            return ada.give(command);
          } catch {
            return [];
          }
        };
        for (const command of before) tried(command);
        for (const command of acts.filter(({ type }) => undoableActs.has(type))) {
          const earlier = toldAside(ada);
          const [event] = tried(command);
          if (event === undefined) continue;
          expect(isUndoable(event.type)).toBe(true);
          ada.undo(event);
          undone.add(event.type);
          expect(toldAside(ada)).toEqual(earlier);
        }
      },
    ),
    { numRuns: 300 },
  );
  // Otherwise the property would not cover some of them.
  expect([...undone].sort()).toEqual([
    ...['SocialLinkRemoved', 'TokensSet', 'UserSuspended', 'UserTypeChanged', 'UserUnsuspended'],
    ...['UserUnverified', 'UserVerified', 'WalletRemoved'],
  ]);
});
