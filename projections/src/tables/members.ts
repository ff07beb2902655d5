import type { UserType } from '@pmcw/contracts';
import type { Position } from './position.ts';

/** All null while the member is not verified. */
export interface VerifiedColumns {
  verified_name: string | null;
  verified_avatar_url: string | null;
  /** Null while unchanged or confirmed since. */
  name_changed_at: Date | null;
  avatar_changed_at: Date | null;
}

/**
 * The members who can be listed and found: in the directory all but suspended ones, for administrators all. Covering
 * indexes by `username_key, member_id` and by `position`, in the directory also `where has_proof`. Cards are looked up
 * in `members` by id.
 */
export interface SearchedTable {
  member_id: number;
  username_key: string;
  /** Of the registration. */
  position: Position;
  user_type: UserType;
  is_authorized: boolean;
  is_suspended: boolean;
  has_proof: boolean;
  /**
   * `foldCase` of the searched texts, one per line: `search like '%…%'` with the folded and escaped query. An index
   * serves three consecutive ASCII letters or digits; for rare others use `grams_of(search) @> gramsOf(query)`, which
   * is indexed (a function in the model's schema).
   */
  search: string;
}

/** Number of members by gram and kind; the empty gram counts all. No row: none. */
export interface SearchCountsTable {
  gram: string;
  user_type: UserType;
  is_authorized: boolean;
  is_suspended: boolean;
  has_proof: boolean;
  members: number;
}

/** Distinct letters (code points) and pairs of adjacent letters of a folded text. */
export function gramsOf(text: string): string[] {
  const letters = Array.from(text);
  const pairs = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  return [...new Set([...letters, ...pairs])];
}
