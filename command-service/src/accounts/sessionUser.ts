import { mediaUrl, type SessionUser } from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';

/** A member as they see themselves, straight from the log. */
export function sessionUser(member: Member): SessionUser {
  const {
    status: _s,
    wallets: _w,
    socials: _l,
    notes: _n,
    openRequest: _r,
    notices: _o,
    avatarHash,
    backgroundHash,
    ...own
  } = member;
  return { ...own, avatarUrl: mediaUrl(avatarHash), backgroundUrl: mediaUrl(backgroundHash) };
}
