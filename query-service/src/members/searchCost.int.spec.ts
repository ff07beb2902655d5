import { type DirectoryQuery, directoryQuerySchema, parse } from '@pmcw/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Watched, watchBlocks } from '../../test/blocks.ts';
import { openWorld, type World } from '../../test/world.ts';
import { findDirectoryPage } from '../directory/queries.ts';

const members = 20_000;

let world: World;
let watched: Watched;
beforeAll(async () => {
  world = await openWorld();
  watched = watchBlocks(world.databaseUrl);
  const statements = [
    // One in a thousand has the pair `qz`, one in two thousand writes Russian, one in twelve Arabic.
    sql`insert into directory.searched
      select n, md5(n::text), n, case when n % 5 = 0 then 'Charity' else 'General User' end, n % 7 = 0, false, n % 400 = 3,
        translate(md5(n::text), '0123456789', 'ghijklmnop') || E'\nada lovelace\nbuilds ' ||
        case when n % 1000 = 0 then 'qz' when n % 2000 = 1 then 'кошелек' when n % 12 = 0 then 'محفظة' else 'things' end
      from generate_series(1, ${members}::integer) n`,
    sql`insert into directory.members (member_id, username, username_key, full_name, bio, user_type, is_authorized,
        is_suspended, has_proof, pmcw_tokens, networks, created_at, position)
      select member_id, username_key, username_key, 'Ada Lovelace', '', user_type, is_authorized, false, has_proof, 0, '{}', now(), position
      from directory.searched`,
    sql`insert into directory.search_counts
      select gram, user_type, is_authorized, false, has_proof, count(distinct member_id)
      from directory.searched, unnest(directory.grams_of(search) || '{""}') gram group by 1, 2, 3, 5`,
    sql`vacuum analyze directory.members, directory.searched, directory.search_counts`,
  ];
  for (const statement of statements) await statement.execute(watched.db);
}, 120_000);
afterAll(async () => {
  await watched.close();
  await world.close();
});

const asked = (parameters: Readonly<Record<string, string>>): DirectoryQuery =>
  parse(directoryQuerySchema, parameters);
const blocksOf = (parameters: Readonly<Record<string, string>>) =>
  watched.blocksOf((db) => findDirectoryPage(db, asked(parameters)));
const totalOf = async (parameters: Readonly<Record<string, string>>) =>
  (await findDirectoryPage(watched.db, asked(parameters))).pagination.total;

/** Blocks of a full scan. */
const wholeTable = async () => {
  const { rows } = await sql<{ blocks: number }>`
    select pg_relation_size('directory.searched')::integer / current_setting('block_size')::integer as blocks`.execute(
    watched.db,
  );
  return rows[0]?.blocks ?? 0;
};

describe(`a search among ${members} members touches little of what is searched`, () => {
  it.each([
    ['nothing', {}, members],
    ['the last page of all', { page: '1666' }, members],
    ['a letter that nearly all have', { query: 'a' }, members],
    ['its last page', { query: 'a', page: '1666', sort: 'newest' }, members],
    ['a letter that one in twelve has', { query: 'ظ', sort: 'newest' }, 1_660],
    ['a pair that few have', { query: 'qz' }, 20],
    ['a letter that few have', { query: 'ш', sort: 'oldest' }, 10],
    ['a pair that no member has', { query: 'жж' }, 0],
    ['a word with a pair that no member has', { query: 'кошжлёк' }, 0],
    ['a rare word in other letters', { query: 'кошелёк' }, 10],
    ['filters', { userType: 'Charity', isAuthorized: 'true' }, 571],
    ['those with a proved address, one in four hundred', { hasProof: 'true' }, 50],
    ['a letter of those', { hasProof: 'true', query: 'a' }, 50],
    ['a word of those', { hasProof: 'true', query: 'lovelace' }, 50],
    ['those without', { hasProof: 'false', page: '1662' }, 19_950],
  ])('for %s', async (_name, parameters, total) => {
    expect(await totalOf(parameters)).toBe(total);
    for (const sort of ['username', 'newest', 'oldest']) {
      expect(await blocksOf({ sort, ...parameters })).toBeLessThan((await wholeTable()) / 2);
    }
  });
});
