import type { UserType } from '@pmcw/contracts';
import {
  boolean,
  exactText,
  integer,
  nullable,
  position,
  text,
  textOf,
  timestamp,
} from '../storage/columns.ts';
import { defineTable, type RowOf, type RowOfColumns } from '../storage/table.ts';

/** All null while the member is not verified. */
export const verifiedColumns = {
  verified_name: nullable(text),
  verified_avatar_url: nullable(text),
  /** Null while unchanged or confirmed since. */
  name_changed_at: nullable(timestamp),
  avatar_changed_at: nullable(timestamp),
};
export interface VerifiedColumns extends RowOfColumns<typeof verifiedColumns> {}

/**
 * The members who can be listed and found: in the directory all but suspended ones, for administrators all. Covering
 * indexes by `username_key, member_id` and by `position`, in the directory also `where has_proof`. Cards are looked up
 * in `members` by id.
 */
export const searched = defineTable('searched', ['member_id'], {
  member_id: integer,
  username_key: text,
  /** Of the registration. */
  position,
  user_type: textOf<UserType>(),
  is_authorized: boolean,
  is_suspended: boolean,
  has_proof: boolean,
  /**
   * `searchedText`: `search like '%…%'` with each escaped word of `searchWords(query)`. An index serves three
   * consecutive ASCII letters or digits; for rare others use `grams_of(search) @> gramsOf(word)`, which is indexed (a
   * function in the model's schema).
   */
  search: text,
});
export interface SearchedTable extends RowOf<typeof searched> {}

/** Number of members by gram and kind; the empty gram counts all. No row: none. */
export const searchCounts = defineTable(
  'search_counts',
  ['gram', 'user_type', 'is_authorized', 'is_suspended', 'has_proof'],
  {
    gram: exactText,
    user_type: textOf<UserType>(),
    is_authorized: boolean,
    is_suspended: boolean,
    has_proof: boolean,
    members: integer,
  },
);
export interface SearchCountsTable extends RowOf<typeof searchCounts> {}

/** Distinct letters (code points) and pairs of adjacent letters of a folded text. */
export function gramsOf(text: string): string[] {
  const letters = new Set<string>();
  const pairs = new Set<string>();
  let previous = '';
  for (const letter of text) {
    letters.add(letter);
    if (previous !== '') pairs.add(previous + letter);
    previous = letter;
  }
  return [...letters, ...pairs];
}
