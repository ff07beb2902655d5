import { type Directory, searchWords, type UserType, type userSorts } from '@pmcw/contracts';
import { gramsOf, type ModelName } from '@pmcw/projections/tables';
import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely';
import type { ReadModels } from '../storage/database.ts';
import { containing } from '../storage/like.ts';

type SearchedModel = Extract<ModelName, 'directory' | 'moderation'>;

/** Spec §3 "User search/filter shape". */
export interface MemberSearch {
  readonly query: string;
  readonly isAuthorized?: boolean | undefined;
  readonly isSuspended?: boolean | undefined;
  readonly userType?: UserType | undefined;
  readonly hasProof?: boolean | undefined;
  readonly sort: (typeof userSorts)[number];
  readonly page: number;
  readonly limit: number;
}

interface Placed {
  member_id: number;
  place: number;
  /** Number of members found, where the statement counts them too. */
  total: number | null;
}

export type PageOfMembers = AliasedRawBuilder<Placed, 'page'>;

export interface FoundMembers<User> {
  readonly users: User[];
  readonly pagination: Directory['pagination'];
}

type Condition = RawBuilder<boolean>;

const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;

function filtersOf({ isAuthorized, isSuspended, userType, hasProof }: MemberSearch): Condition {
  const filters: Condition[] = [];
  if (isAuthorized !== undefined) filters.push(sql`is_authorized = ${isAuthorized}`);
  if (isSuspended !== undefined) filters.push(sql`is_suspended = ${isSuspended}`);
  if (userType !== undefined) filters.push(sql`user_type = ${userType}`);
  // Written out, so that Postgres can use the partial indexes.
  if (hasProof !== undefined) filters.push(hasProof ? sql`has_proof` : sql`not has_proof`);
  return allOf(filters);
}

const ascending = {
  newest: sql`position`,
  oldest: sql`position`,
  username: sql`username_key, member_id`,
} as const;
const descending = {
  newest: sql`position desc`,
  oldest: sql`position desc`,
  username: sql`username_key desc, member_id desc`,
} as const;

const orderOf = (sort: MemberSearch['sort'], backwards: boolean): RawBuilder<unknown> =>
  ((sort === 'newest') !== backwards ? descending : ascending)[sort];

interface Counts {
  readonly everybody: number;
  /** Members with the rarest pair of letters. */
  readonly rarest: number;
  /** Members with the rarest pair who match the filters. */
  readonly atMost: number;
}

const noMembers: Counts = { everybody: 0, rarest: 0, atMost: 0 };

async function countsOf(
  db: ReadModels,
  model: SearchedModel,
  words: readonly string[],
  asked: MemberSearch,
): Promise<Counts> {
  const wanted = ['', ...pairsOf(words)];
  const { rows } = await sql<Counts>`
    with counted as (
      select coalesce(sum(c.members), 0)::integer as all_of_them,
        coalesce(sum(c.members) filter (where ${filtersOf(asked)}), 0)::integer as those_asked_for,
        w.gram
      from unnest(${wanted}::text[]) as w (gram)
      left join ${sql.table(`${model}.search_counts`)} as c on c.gram = w.gram collate "C"
      group by w.gram
    )
    select min(those_asked_for) as "atMost", min(all_of_them) as rarest, max(all_of_them) filter (where gram = '') as everybody
    from counted`.execute(db);
  return rows[0] ?? noMembers;
}

/** Pairs imply single letters, so these are needed only for words of one letter. */
const pairsOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => {
    const grams = gramsOf(word);
    const pairs = grams.filter((gram) => Array.from(gram).length === 2);
    return pairs.length > 0 ? pairs : grams;
  });

/** The trigram index may not support other letters. */
const hasThreeLetters = (word: string): boolean => /[a-z0-9]{3}/.test(word);

/** @param words of `searchWords` */
export const containsWords = (words: readonly string[]): Condition =>
  words.length === 0 ? sql`false` : allOf(words.map((word) => sql`search like ${containing(word)}`));

/** As an array, so that Postgres starts there. */
const withPairs = (model: SearchedModel, words: readonly string[]): Condition =>
  sql`ctid = any(array(
    select ctid from ${sql.table(`${model}.searched`)}
    where ${sql.table(`${model}.grams_of`)}(search) @> ${pairsOf(words)}::text[]
  ))`;

/** Cost of an index lookup by pairs, in scanned members. */
const lookUpCost = 6;

/** A page of members in order; scans from the nearer end if the total is known. */
function walk(
  model: SearchedModel,
  { sort, page, limit }: MemberSearch,
  conditions: Condition,
  total?: number,
): PageOfMembers {
  const offset = (page - 1) * limit;
  const backwards = total !== undefined && offset > total / 2;
  const shown = total === undefined ? limit : Math.max(0, Math.min(limit, total - offset));
  const skipped = backwards ? Math.max(0, total - offset - shown) : offset;
  const members = sql<Placed>`(
    select member_id, row_number() over (order by ${orderOf(sort, false)}) as place, null::integer as total
    from (
      select member_id, username_key, position
      from ${sql.table(`${model}.searched`)}
      where ${conditions}
      order by ${orderOf(sort, backwards)}
      limit ${shown} offset ${skipped}
    ) as shown
  )`;
  return members.as('page');
}

/** Up to here a page is found from the start of the list, without knowing its end. */
const nearStart = 1_000;

/**
 * A page near the start, with the total. Its limit of rows is for the planner, which then walks the index; the total's
 * ends that walk where few members match.
 */
function walkAndCount(model: SearchedModel, asked: MemberSearch): PageOfMembers {
  const { sort, page, limit } = asked;
  const offset = (page - 1) * limit;
  const members = sql<Placed>`(
    with counted as materialized (
      select coalesce(sum(members), 0)::integer as total
      from ${sql.table(`${model}.search_counts`)}
      where gram = '' and ${filtersOf(asked)}
    )
    select member_id, row_number() over (order by ${orderOf(sort, false)}) as place,
      (select total from counted) as total
    from (
      select * from (
        select member_id, username_key, position
        from ${sql.table(`${model}.searched`)}
        where ${filtersOf(asked)}
        order by ${orderOf(sort, false)}
        limit ${limit} offset ${offset}
      ) as near
      limit (select greatest(0, total - ${offset}::integer) from counted)
    ) as shown
  )`;
  return members.as('page');
}

/** Counts exist for one word of up to two letters, and for all members. */
const isCounted = ([word = '', ...others]: readonly string[]): boolean =>
  others.length === 0 && Array.from(word).length <= 2;

function listed(
  model: SearchedModel,
  asked: MemberSearch,
  words: readonly string[],
  counts: Counts,
): Condition {
  if (words.length === 0) return sql`true`;
  const { everybody, rarest, atMost: total } = counts;
  const { page, limit } = asked;
  // From the nearer end of the list.
  const reach = Math.min(page * limit, Math.max(total - (page - 1) * limit, limit));
  if (rarest * lookUpCost < (reach * everybody) / total) return withPairs(model, words);
  // For a plain `like` with so few letters Postgres expects few rows, and would read and sort all.
  return sql`coalesce(${containsWords(words)}, false)`;
}

function searched(model: SearchedModel, words: readonly string[], { everybody, rarest }: Counts): Condition {
  const contains = containsWords(words);
  const byPairs = !words.some(hasThreeLetters) && rarest * lookUpCost < everybody;
  return byPairs ? allOf([withPairs(model, words), contains]) : contains;
}

async function count(db: ReadModels, model: SearchedModel, conditions: Condition): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${sql.table(`${model}.searched`)} where ${conditions}`.execute(db);
  return rows[0]?.total ?? 0;
}

/**
 * Finds members whose texts contain all words of the query, in any order, with the total. One statement without words,
 * two for one word of up to two letters, else three, because the plan depends on how many members have its letters.
 * @param usersOf loads the members of the page, in order, with the page's `total`
 */
export async function findMembers<User>(
  db: ReadModels,
  model: SearchedModel,
  asked: MemberSearch,
  usersOf: (page: PageOfMembers) => Promise<(User & Pick<Placed, 'total'>)[]>,
): Promise<FoundMembers<User>> {
  const wanted = searchWords(asked.query);
  const { page, limit } = asked;
  const answer = (users: User[], total: number) => ({
    users,
    pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
  });
  if (wanted === null && (page - 1) * limit <= nearStart) {
    const users = await usersOf(walkAndCount(model, asked));
    const total = users[0]?.total ?? null;
    if (total !== null) return answer(users, total);
  }
  const words = wanted ?? [];
  const counts = wanted?.length === 0 ? noMembers : await countsOf(db, model, words, asked);
  const known = counts.atMost === 0 || isCounted(words) ? counts.atMost : undefined;
  const found = isCounted(words) ? listed(model, asked, words, counts) : searched(model, words, counts);
  const conditions = allOf([filtersOf(asked), found]);
  const [users, total] = await Promise.all([
    known === 0 ? [] : usersOf(walk(model, asked, conditions, known)),
    known ?? count(db, model, conditions),
  ]);
  return answer(users, total);
}
