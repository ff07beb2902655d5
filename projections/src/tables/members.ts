import type { UserType } from '@pmcw/contracts';
import type { Position } from './position.ts';

/** Name and avatar with which a member was verified, and when they became others; all null while the member is not verified. */
export interface VerifiedColumns {
  verified_name: string | null;
  verified_avatar_url: string | null;
  /** Null while the name is the one that was verified, or an administrator has confirmed it since. */
  name_changed_at: Date | null;
  avatar_changed_at: Date | null;
}

/**
 * Who can be listed and found: in the directory all but the suspended, for administrators everybody. Narrow, with all
 * that a search looks at, and indexes that hold all of it in every order: by `username_key, member_id`, and by `position`
 * (oldest) or `position desc` (newest); in the directory also of those alone who have a proved wallet (`where has_proof`). Cards are
 * then looked up in `members` by their ids.
 */
export interface SearchedTable {
  member_id: number;
  username_key: string;
  /** Place of the registration in the log. */
  position: Position;
  user_type: UserType;
  is_authorized: boolean;
  is_suspended: boolean;
  /** Whether one of the member's wallets is proved. */
  has_proof: boolean;
  /**
   * `foldCase` of the texts that a member is found by, a line each: `search like '%…%'` with the folded and escaped
   * query. An index finds three ASCII letters or digits in a row by it; for what has none, and is rare,
   * `grams_of(search) @> gramsOf(query)` has an index (the function is in the model's schema).
   */
  search: string;
}

/** How many members of each kind have a gram in what they are found by; the empty gram counts all. No row: nobody. */
export interface SearchCountsTable {
  gram: string;
  user_type: UserType;
  is_authorized: boolean;
  is_suspended: boolean;
  has_proof: boolean;
  members: number;
}

/** Each letter of a folded text and each two in a row, once; letters are code points. */
export function gramsOf(text: string): string[] {
  const letters = Array.from(text);
  const pairs = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  return [...new Set([...letters, ...pairs])];
}
