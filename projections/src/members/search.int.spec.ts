import { scaled } from '@pmcw/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { histories } from '../../test/histories.ts';
import { oneModel } from '../../test/oneModel.ts';
import { registration } from '../../test/records.ts';
import { moderationModel } from '../moderation/model.ts';
import { storable } from '../storage/arrays.ts';
import { gramsOf } from '../tables.ts';

let moderation: Awaited<ReturnType<typeof oneModel>>;
beforeAll(async () => {
  moderation = await oneModel(moderationModel);
});
afterAll(() => moderation.close());

const group = ['user_type', 'is_authorized', 'is_suspended', 'has_proof'] as const;
type Searched = Readonly<Record<(typeof group)[number], unknown>> & { readonly search: string };

/** Counts members of each kind by gram, the slow way. */
function countedByHand(rows: readonly Searched[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const gram of ['', ...gramsOf(row.search)]) {
      const key = JSON.stringify([gram, ...group.map((column) => row[column])]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

describe('the searched texts', () => {
  it('are counted correctly by letters and pairs after any history, and nothing else is stored', async () => {
    await fc.assert(
      fc.asyncProperty(histories(120), async (records) => {
        await moderation.refill(...records);
        const columns = group.join(', ');
        const searched = await moderation.query<Searched>(
          `select ${columns}, search from moderation.searched`,
        );
        const kept = await moderation.query<{ row: unknown[]; members: number }>(
          `select json_build_array(gram, ${columns}) as row, members from moderation.search_counts`,
        );
        const keptCounts = new Map(kept.map(({ row, members }) => [JSON.stringify(row), members]));
        expect(keptCounts).toEqual(countedByHand(searched));
        const lost = 'select from moderation.members full join moderation.searched using (member_id)';
        expect(
          await moderation.query(`${lost} where members.username is null or searched.search is null`),
        ).toEqual([]);
      }),
      { numRuns: scaled(5) },
    );
  });

  it('may hold characters that Postgres cannot store', async () => {
    const email = 'a\0b \ud800\0\ud801';
    const data = { userId: 1, username: 'ada', fullName: 'Ada', email, telegramHandle: '' };
    await moderation.refill({ type: 'UserRegistered', data: { ...data, userType: 'General User' } });
    const [row] = await moderation.query<{ search: string }>('select search from moderation.searched');
    expect(row?.search).toContain('a\ufffdb \ufffd\ufffd\ufffd');
  });

  it.each([
    "search like '%mber%'",
    'true order by username_key, member_id limit 20',
    'true order by username_key desc, member_id desc limit 20',
    'is_suspended order by position desc limit 20',
    'not is_authorized and not is_suspended order by position limit 20',
  ])('have an index for %s', async (asked) => {
    await moderation.refill(registration(1));
    const plan = await moderation.plan(`select member_id, search from searched where ${asked}`);
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });

  it('have an index for their letters', async () => {
    await moderation.refill(registration(1));
    expect(await moderation.plan(`select * from searched where grams_of(search) @> array['em']`)).toContain(
      'searched_grams_of_idx',
    );
  });

  it('have the same letters and pairs in Postgres', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }).map(storable), async (text) => {
        const [row] = await moderation.query<{ grams: string[] }>('select moderation.grams_of($1) as grams', [
          text,
        ]);
        expect(new Set(row?.grams)).toEqual(new Set(gramsOf(text)));
      }),
      { numRuns: scaled(100) },
    );
  });

  // The fewer there are, the sooner the planner reads all of them instead.
  it('are searched by index among ten thousand freshly written members', async () => {
    const members = scaled(10_000);
    await moderation.refill(registration(1));
    await moderation.query(
      `insert into moderation.searched
       select (json_populate_record(s, json_build_object('member_id', i, 'position', i, 'search',
         'member' || i || E'\\n' || md5(i::text) || E'\\n' || md5((-i)::text) || '@example.org'))).*
       from moderation.searched s, generate_series(2, $1::int) i`,
      [members],
    );
    await moderation.query('analyze moderation.searched');
    const plan = await moderation.query<{ 'QUERY PLAN': string }>(
      `explain select count(*) from moderation.searched where search like '%member1234%' and not is_suspended`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('searched_search_idx');
  });
});
