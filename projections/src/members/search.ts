import { foldCase } from '@pmcw/contracts';

/** What a member is found by: the texts folded, a line each. */
export const searchOf = (...texts: readonly string[]): string => texts.map(foldCase).join('\n');

/**
 * Finds `search like '%…%'` by groups of three letters. Postgres keeps new entries of such an index in a list that every
 * search goes through; at its usual 4 MB the planner rather reads the whole table, at 256 kB searches don't feel it and
 * writing is still four times as fast as without the list.
 */
export const searchIndexDdl =
  'create index on members using gin (search public.gin_trgm_ops) with (gin_pending_list_limit = 256)';
