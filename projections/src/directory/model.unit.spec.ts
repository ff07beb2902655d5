import type { ProductEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { recordsOf, registration } from '../../test/records.ts';
import { userRecords } from '../members/member.ts';
import type { DirectoryMembersTable } from '../tables.ts';
import { cardAfter, searchedCard } from './model.ts';

const after = (...events: readonly ProductEvent[]) =>
  userRecords(recordsOf(events)).reduce<DirectoryMembersTable | null>(cardAfter, null);

const verified: ProductEvent = { type: 'UserVerified', data: { userId: 7 } };
const unverified: ProductEvent = { type: 'UserUnverified', data: { userId: 7 } };

describe('a card of the directory', () => {
  it('is found by username, full name and bio, in any case', () => {
    const edit = { userId: 7, fullName: 'ÅSA Öberg', bio: 'Builds Bridges', telegramHandle: '' };
    const searchAfter = (...events: readonly ProductEvent[]) => searchedCard(after(...events))?.search;
    expect(searchAfter(registration(7))).toBe('@member7\nmember no 7\n');
    expect(searchAfter(registration(7), { type: 'ProfileEdited', data: edit })).toBe(
      '@member7\nasa oberg\nbuilds bridges',
    );
  });

  it('keeps the position of the registration', () => {
    expect(after(registration(7), verified)).toMatchObject({ position: '1', username_key: 'member7' });
  });

  it('knows the latest verification, and none once it was withdrawn', () => {
    expect(after(registration(7), verified, unverified, verified)).toMatchObject({
      is_authorized: true,
      verified_position: '4',
      verified_at: new Date('2026-01-01T00:00:04.000Z'),
    });
    expect(after(registration(7), verified, unverified)).toMatchObject({
      is_authorized: false,
      verified_position: null,
      verified_at: null,
    });
  });
});
