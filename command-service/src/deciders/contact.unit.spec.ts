import { limits } from '@pmcw/contracts';
import type { UserEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given, refused } from '../../test/given.ts';
import { userDecider } from './user.ts';

const registered: UserEvent = {
  type: 'UserRegistered',
  data: {
    ...{ userId: 7, username: 'ada', fullName: 'Ada', email: 'ada@example.org', telegramHandle: '' },
    userType: 'General User',
  },
};
const blocked = (memberId: number): UserEvent => ({ type: 'MemberBlocked', data: { userId: 7, memberId } });
const unblocked = (memberId: number): UserEvent => ({
  type: 'MemberUnblocked',
  data: { userId: 7, memberId },
});
/** The registration has position 1. */
const ada = (...events: readonly UserEvent[]) => given(userDecider, registered, ...events);

describe('blocking a member', () => {
  it('leaves an event, once', () => {
    expect(ada().when({ type: 'BlockMember', memberId: 9 })).toEqual([blocked(9)]);
    expect(ada(blocked(9)).when({ type: 'BlockMember', memberId: 9 })).toEqual([]);
    expect(ada(blocked(9), unblocked(9)).when({ type: 'BlockMember', memberId: 9 })).toEqual([blocked(9)]);
  });

  it('is refused for the member themselves, and beyond the limit', () => {
    expect(() => ada().when({ type: 'BlockMember', memberId: 7 })).toThrow(refused('invalid_input'));
    const most = Array.from({ length: limits.blocksMax }, (_, n) => blocked(100 + n));
    expect(() => ada(...most).when({ type: 'BlockMember', memberId: 9 })).toThrow(refused('conflict'));
    expect(ada(...most, unblocked(100)).when({ type: 'BlockMember', memberId: 9 })).toEqual([blocked(9)]);
  });
});

describe('unblocking a member', () => {
  it('leaves an event if they are blocked', () => {
    expect(ada(blocked(9)).when({ type: 'UnblockMember', memberId: 9, upTo: null })).toEqual([unblocked(9)]);
    expect(ada(blocked(8)).when({ type: 'UnblockMember', memberId: 9, upTo: null })).toEqual([]);
  });

  it.each([
    ['1', []],
    ['2', []],
    ['3', []],
    ['4', [unblocked(9)]],
    ['10', [unblocked(9)]],
  ])('by a device that knows position %s ends only a block up to there', (upTo, events) => {
    const again = ada(blocked(9), unblocked(9), blocked(9));
    expect(again.when({ type: 'UnblockMember', memberId: 9, upTo })).toEqual(events);
  });
});
