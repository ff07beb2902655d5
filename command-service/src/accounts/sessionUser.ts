import type { SessionUser } from '@pmcw/contracts';
import type { Member } from './userState.ts';

/** A member as they see themselves, straight from the log. */
export function sessionUser(member: Member): SessionUser {
  const { status: _status, wallets: _wallets, socials: _socials, ...own } = member;
  return { ...own, avatarUrl: null, backgroundUrl: null, isSuspended: false };
}
