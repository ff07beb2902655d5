import type { SessionUser } from '@pmcw/contracts';
import type { Member } from './userState.ts';

/** A member as they see themselves, straight from the log. */
export function sessionUser(member: Member): SessionUser {
  const { status: _s, wallets: _w, socials: _l, notes: _n, openRequest: _r, ...own } = member;
  return { ...own, avatarUrl: null, backgroundUrl: null };
}
