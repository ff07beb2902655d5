import { isolated } from '@pmcw/contracts';
import type { StoredMember } from '../../../device/offline/database.ts';

type Named = Pick<StoredMember, 'username' | 'fullName'>;

/** A name as readers compare it: without regard to case, accents and spaces. */
const compared = ({ fullName }: Named): string =>
  fullName
    .normalize('NFKD')
    .replace(/[\p{M}\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();

/** Tells of which of some members, who are on the screen together, another one has the same name; nobody is none. */
export function namesakesAmong(members: Iterable<Named | null>): (member: Named | null) => boolean {
  const usernames = new Map<string, Set<string>>();
  for (const member of members) {
    if (member === null) continue;
    const name = compared(member);
    usernames.set(name, (usernames.get(name) ?? new Set()).add(member.username));
  }
  return (member) => member !== null && (usernames.get(compared(member))?.size ?? 0) > 1;
}

/** A member's name within a sentence, with the username where another one on the screen has the same. */
export const nameAmong = (member: Named, isNamesake: (member: Named) => boolean): string =>
  isNamesake(member) ? `${isolated(member.fullName)} @${member.username}` : member.fullName;
