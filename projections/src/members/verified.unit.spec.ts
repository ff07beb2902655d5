import type { ProductEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { recordsOf, registration } from '../../test/records.ts';
import { moderatedAfter } from '../moderation/members.ts';
import type { ModerationMembersTable } from '../tables.ts';
import { userRecords } from './member.ts';

const userId = 7;
const verified: ProductEvent = { type: 'UserVerified', data: { userId } };
const unverified: ProductEvent = { type: 'UserUnverified', data: { userId } };
const confirmed: ProductEvent = { type: 'VerificationConfirmed', data: { userId } };
const edited = (fullName: string, bio = ''): ProductEvent => ({
  type: 'ProfileEdited',
  data: { userId, fullName, bio, telegramHandle: '' },
});
const avatar = (mediaHash: string): ProductEvent => ({
  type: 'AvatarChanged',
  data: { userId, mediaHash: mediaHash.repeat(64) },
});

/** Changes for administrators to review after these events; times are seconds of 2026. */
function changesAfter(...events: ProductEvent[]) {
  const row = userRecords(recordsOf([registration(userId), ...events])).reduce<ModerationMembersTable | null>(
    moderatedAfter,
    null,
  );
  const second = (moment: Date | null | undefined) =>
    moment && (moment.getTime() - Date.UTC(2026, 0, 1)) / 1000;
  return {
    before: row?.verified_name,
    name: second(row?.name_changed_at),
    avatar: second(row?.avatar_changed_at),
    position: row?.changed_position,
  };
}
const nothing = { before: 'Member No 7', name: null, avatar: null, position: null };

describe('a verified member', () => {
  it('is listed with a changed name until an administrator confirms it', () => {
    const renamed = changesAfter(verified, edited('PMCW Administrator'));
    expect(renamed).toEqual({ before: 'Member No 7', name: 3, avatar: null, position: '3' });
    expect(changesAfter(verified, edited('Another'), edited('A Third'), edited('A Third', 'Bio'))).toEqual({
      ...renamed,
      name: 4,
      position: '4',
    });
    expect(changesAfter(verified, edited('Another'), confirmed)).toEqual({ ...nothing, before: 'Another' });
    expect(changesAfter(verified, edited('Another'), confirmed, edited('A Third'))).toMatchObject({
      before: 'Another',
      name: 5,
    });
  });

  it('is listed with a changed avatar, too', () => {
    expect(changesAfter(avatar('a'), verified, avatar('b'))).toEqual({
      ...nothing,
      avatar: 4,
      position: '4',
    });
    expect(changesAfter(verified, avatar('b'), edited('Another'))).toEqual({
      ...nothing,
      ...{ name: 4, avatar: 3, position: '4' },
    });
  });

  it('is not listed when other texts change, or when name and avatar are changed back', () => {
    expect(changesAfter(verified, edited('Member No 7', 'Bio'))).toEqual(nothing);
    expect(changesAfter(verified, edited('Another'), edited('Member No 7'))).toEqual(nothing);
    expect(changesAfter(avatar('a'), verified, avatar('b'), avatar('a'))).toEqual(nothing);
  });
});

describe('an unverified member', () => {
  it('is never listed', () => {
    const none = { ...nothing, before: null };
    expect(changesAfter(edited('Another'), avatar('a'))).toEqual(none);
    expect(changesAfter(verified, edited('Another'), unverified)).toEqual(none);
    expect(changesAfter(confirmed)).toEqual(none);
  });
});
