import { searchedText } from '@pmcw/contracts';
import { storable } from '../storage/arrays.ts';
import { RowChanges } from '../storage/rowChanges.ts';
import { addToRows, deleteZeroRows, type Transaction } from '../storage/table.ts';
import { gramsOf, type SearchCountsTable, type SearchedTable, searchCounts, searched } from '../tables.ts';

/** With repetitions, which the index ignores: leaving them out would take longer. */
const gramsOfDdl = `create function grams_of(found text) returns text[] language sql immutable strict parallel safe
  return string_to_array(found, null) || array(
    select letter || next
    from unnest(string_to_array(found, null), string_to_array(substr(found, 2), null)) as letters(letter, next)
    where next is not null
  )`;

export const searchDdl = [searched.ddl, searchCounts.ddl, gramsOfDdl] as const;

/**
 * Postgres collects new index entries in a list that every search scans. With the usual 4 MB the planner prefers a
 * sequential scan; with 256 kB searches don't notice, and writing is four times as fast as without.
 */
const quickList = 'with (gin_pending_list_limit = 256)';
const alongside = 'user_type, is_authorized, is_suspended, has_proof, search';

/**
 * The first two are covering; their entries may have 2,704 bytes (`searchBytesMax`). The third finds three consecutive
 * letters, on some servers only ASCII; the last finds one or two of any kind.
 */
export const searchIndexDdl = [
  `create index on searched (username_key, member_id) include (${alongside})`,
  `create index on searched (position) include (member_id, ${alongside})`,
  `create index on searched using gin (search public.gin_trgm_ops) ${quickList}`,
  'create index on searched (is_suspended, is_authorized, user_type)',
  `create index searched_grams_of_idx on searched using gin (grams_of(search)) ${quickList}`,
  // Counting them takes most of an `analyze`, and `search_counts` has better ones.
  'alter index searched_grams_of_idx alter column 1 set statistics 0',
] as const;

export const provedIndexDdl = [
  `create index on searched (username_key, member_id) include (${alongside}) where has_proof`,
  `create index on searched (position) include (member_id, ${alongside}) where has_proof`,
] as const;

/** Leaves room for the other columns. Only folded ligatures of many letters reach it. */
const searchBytesMax = 2_400;

/** @param texts the most important first, because a text that grows too long by folding is cut */
export function searchOf(username: string, ...texts: readonly string[]): string {
  const bytes = Buffer.from(storable(searchedText(username, ...texts)));
  // As part of a stream, so that half a letter at the end is dropped.
  return new TextDecoder().decode(bytes.subarray(0, searchBytesMax), { stream: true });
}

export const searchedOf = (row: Omit<SearchedTable, 'search'>, search: string): SearchedTable => ({
  member_id: row.member_id,
  username_key: row.username_key,
  position: row.position,
  user_type: row.user_type,
  is_authorized: row.is_authorized,
  is_suspended: row.is_suspended,
  has_proof: row.has_proof,
  search,
});

interface Move {
  readonly from: SearchedTable | null;
  readonly to: SearchedTable | null;
}

const groupOf = ({ user_type, is_authorized, is_suspended, has_proof }: SearchedTable): string =>
  JSON.stringify([user_type, is_authorized, is_suspended, has_proof]);

/** Collects changes of `searched` and of the counts of grams. */
export class SearchChanges {
  readonly #moves = new Map<number, Move>();

  moved(from: SearchedTable | null, to: SearchedTable | null): void {
    const id = (from ?? to)?.member_id;
    if (id === undefined) return;
    const earlier = this.#moves.get(id);
    this.#moves.set(id, { from: earlier === undefined ? from : earlier.from, to });
  }

  /** Counts of zero are deleted, so that no trace of a text remains. */
  async write(tx: Transaction): Promise<void> {
    const rows = new RowChanges(searched, ['member_id']);
    const counts = new GramCounts();
    for (const [member_id, { from, to }] of this.#moves) {
      if (to === null) rows.remove({ member_id });
      else rows.put(to);
      if (from?.search === to?.search && from && to && groupOf(from) === groupOf(to)) continue;
      counts.add(from, -1);
      counts.add(to, 1);
    }
    await rows.write(tx);
    const changed = counts.changed();
    await addToRows(tx, searchCounts, changed);
    const fewer = changed.filter(({ members }) => members < 0);
    await deleteZeroRows(tx, searchCounts, fewer, 'members');
  }
}

interface CountedGroup {
  readonly group: Omit<SearchCountsTable, 'gram' | 'members'>;
  readonly counts: Map<string, number>;
}

/** Numbers in nested maps: a rebuild counts millions of grams. */
class GramCounts {
  readonly #groups = new Map<string, CountedGroup>();

  add(row: SearchedTable | null, by: number): void {
    if (row === null) return;
    const { counts } = this.#groupOf(row);
    counts.set('', (counts.get('') ?? 0) + by);
    for (const gram of gramsOf(row.search)) counts.set(gram, (counts.get(gram) ?? 0) + by);
  }

  changed(): SearchCountsTable[] {
    return [...this.#groups.values()].flatMap(({ group, counts }) =>
      [...counts].flatMap(([gram, members]) => (members === 0 ? [] : [{ ...group, gram, members }])),
    );
  }

  #groupOf(row: SearchedTable): CountedGroup {
    const key = groupOf(row);
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const { user_type, is_authorized, is_suspended, has_proof } = row;
    const group = { user_type, is_authorized, is_suspended, has_proof };
    const added = { group, counts: new Map<string, number>() };
    this.#groups.set(key, added);
    return added;
  }
}
