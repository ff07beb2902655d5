import { mediaUrl, type SessionUser, sessionUserSchema, shownName } from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';
import * as v from 'valibot';

/** Reduced to the fields of the schema. */
export function sessionUser(member: Member): SessionUser {
  const { avatarHash, backgroundHash, fullName, username } = member;
  const urls = { avatarUrl: mediaUrl(avatarHash), backgroundUrl: mediaUrl(backgroundHash) };
  return v.parse(sessionUserSchema, { ...member, fullName: shownName(fullName, username), ...urls });
}
