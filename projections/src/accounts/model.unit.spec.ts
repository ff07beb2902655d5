import type { ProductEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { recordsOf, registration } from '../../test/records.ts';
import { userRecords } from '../members/member.ts';
import type { AccountsTable } from '../tables.ts';
import { ownAccountAfter } from './model.ts';

const after = (...events: readonly ProductEvent[]) =>
  userRecords(recordsOf(events)).reduce<AccountsTable | null>(ownAccountAfter, null);

describe('an account', () => {
  it("starts with the registration's data only", () => {
    expect(after(registration(7))).toEqual({
      member_id: 7,
      username: 'Member7',
      full_name: 'Member No 7',
      email: 'member7@example.org',
      is_email_confirmed: false,
      telegram_handle: '',
      bio: '',
      user_type: 'General User',
      avatar_url: null,
      background_url: null,
      is_admin: false,
      is_authorized: false,
      is_suspended: false,
      pmcw_tokens: 0,
      contact_policy: 'everyone',
      created_at: new Date('2026-01-01T00:00:01.000Z'),
    });
  });

  it('follows edits of the profile', () => {
    const edit = { userId: 7, fullName: 'New', bio: 'About', telegramHandle: '@new' };
    expect(after(registration(7), { type: 'ProfileEdited', data: edit })).toMatchObject({
      full_name: 'New',
      bio: 'About',
      telegram_handle: '@new',
      email: 'member7@example.org',
    });
  });

  it('follows verification, its withdrawal, administrator rights and tokens', () => {
    const events: ProductEvent[] = [
      registration(7),
      { type: 'AdminGranted', data: { userId: 7 } },
      { type: 'UserVerified', data: { userId: 7 } },
      { type: 'TokensSet', data: { userId: 7, pmcwTokens: 1, cause: 'verified' } },
    ];
    expect(after(...events)).toMatchObject({ is_admin: true, is_authorized: true, pmcw_tokens: 1 });
    expect(after(...events, { type: 'UserUnverified', data: { userId: 7 } })).toMatchObject({
      is_authorized: false,
      pmcw_tokens: 1,
    });
  });

  it('follows suspension, its end, and a change of type', () => {
    const suspended: ProductEvent = { type: 'UserSuspended', data: { userId: 7 } };
    const changed: ProductEvent = { type: 'UserTypeChanged', data: { userId: 7, userType: 'Charity' } };
    expect(after(registration(7), suspended, changed)).toMatchObject({
      is_suspended: true,
      user_type: 'Charity',
    });
    const unsuspended: ProductEvent = { type: 'UserUnsuspended', data: { userId: 7 } };
    expect(after(registration(7), suspended, unsuspended)).toMatchObject({ is_suspended: false });
  });

  it('is created by a registration only', () => {
    expect(after({ type: 'UserVerified', data: { userId: 7 } })).toBeNull();
  });
});
