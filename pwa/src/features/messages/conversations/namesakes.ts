import { foldForSearch, isolated } from '@pmcw/contracts';
import type { StoredMember } from '../../../device/offline/database.ts';

type Named = Pick<StoredMember, 'username' | 'fullName'>;

/** Ignores case, accents and spaces. */
const compared = ({ fullName }: Named): string => foldForSearch(fullName).replace(/\s/gu, '');

/** Returns whether a member shares the name of another one of these. */
export function namesakesAmong(members: Iterable<Named | null>): (member: Named | null) => boolean {
  const usernames = new Map<string, Set<string>>();
  for (const member of members) {
    if (member === null) continue;
    const name = compared(member);
    usernames.set(name, (usernames.get(name) ?? new Set()).add(member.username));
  }
  return (member) => member !== null && (usernames.get(compared(member))?.size ?? 0) > 1;
}

export const nameAmong = (member: Named, isNamesake: (member: Named) => boolean): string =>
  isNamesake(member) ? `${isolated(member.fullName)} @${member.username}` : member.fullName;
