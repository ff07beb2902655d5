import { mediaUrl, type SessionUser, sessionUserSchema, shownName } from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';
import * as v from 'valibot';

/** A member as they see themselves, straight from the log; by the fields that are theirs to see, whatever else is kept of them. */
export function sessionUser(member: Member): SessionUser {
  const { avatarHash, backgroundHash, fullName, username } = member;
  const urls = { avatarUrl: mediaUrl(avatarHash), backgroundUrl: mediaUrl(backgroundHash) };
  return v.parse(sessionUserSchema, { ...member, fullName: shownName(fullName, username), ...urls });
}
