import type { AdminUser, AdminUserDetails, AdminUsers } from '@pmcw/contracts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { memberKeys } from '../requests/adminQueries.ts';
import { cachedMember, showMemberChange } from './memberCache.ts';

const member = (id: number, username: string): AdminUser => ({
  id,
  username,
  fullName: username,
  email: `${username}@example.org`,
  isEmailConfirmed: true,
  contactPolicy: 'everyone',
  telegramHandle: '',
  bio: '',
  userType: 'General User',
  avatarUrl: null,
  backgroundUrl: null,
  isAdmin: false,
  isAuthorized: false,
  isSuspended: false,
  pmcwTokens: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  walletCount: 0,
  changedSinceVerification: null,
});

function shown() {
  const queryClient = new QueryClient();
  const pagination = { page: 1, limit: 20, total: 2, totalPages: 1 };
  const list = [...memberKeys.lists, 'page=1'];
  const details = [...memberKeys.members, 'ada'];
  queryClient.setQueryData<AdminUsers>(list, { users: [member(7, 'ada'), member(8, 'grace')], pagination });
  const ada: AdminUserDetails = { ...member(7, 'ada'), notes: 'met', wallets: [], socials: [] };
  queryClient.setQueryData<AdminUserDetails>(details, ada);
  return {
    queryClient,
    users: () => queryClient.getQueryData<AdminUsers>(list)?.users,
    ada: () => queryClient.getQueryData<AdminUserDetails>(details),
  };
}

describe('a change of a member', () => {
  it('is shown in lists and details, for no other member, and can be reverted', () => {
    const { queryClient, users, ada } = shown();
    const takeBack = showMemberChange(queryClient, 7, { isAuthorized: true, pmcwTokens: 1 });
    expect(users()).toMatchObject([{ isAuthorized: true, pmcwTokens: 1 }, { isAuthorized: false }]);
    expect(ada()).toMatchObject({ isAuthorized: true, pmcwTokens: 1, notes: 'met' });
    takeBack();
    expect(users()).toEqual([member(7, 'ada'), member(8, 'grace')]);
    expect(ada()).toMatchObject({ isAuthorized: false, pmcwTokens: 0, notes: 'met' });
  });

  it('keeps later changes when reverted', () => {
    const { queryClient, users } = shown();
    const takeBack = showMemberChange(queryClient, 7, { isSuspended: true });
    showMemberChange(queryClient, 7, { userType: 'Charity' });
    takeBack();
    expect(users()?.[0]).toMatchObject({ isSuspended: false, userType: 'Charity' });
  });

  it('of an unknown member changes nothing', () => {
    const { queryClient, users } = shown();
    showMemberChange(queryClient, 99, { isSuspended: true })();
    expect(users()).toEqual([member(7, 'ada'), member(8, 'grace')]);
  });
});

describe('cachedMember', () => {
  it('finds members of lists and details', () => {
    const { queryClient } = shown();
    expect(cachedMember(queryClient, ({ username }) => username === 'grace')?.id).toBe(8);
    expect(cachedMember(queryClient, ({ username }) => username === 'nobody')).toBeNull();
  });
});
