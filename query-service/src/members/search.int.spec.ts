import { type Directory, directorySchema, hasWords, searchedText, searchWords } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

interface Known {
  readonly username: string;
  readonly text: string;
  readonly userType: string;
  readonly isAuthorized: boolean;
}

const names = [
  'Ana Müller',
  'Анна Иванова',
  '王伟',
  'Γιώργος',
  'محمد',
  '100% _x\\',
  '😀 Joy',
  'İpek',
  'José Weiß',
  'Łukasz Żółć',
  'John O’Brien',
  'o"k,{}',
];
const userTypes = ['General User', 'Charity'] as const;

let world: World;
/** All members in order of registration. */
const known: Known[] = [];

beforeAll(async () => {
  world = await openWorld();
  for (let index = 1; index <= 120; index += 1) {
    const fullName = names[(index * 7) % names.length] ?? '';
    const userType = userTypes[index % 3 === 0 ? 1 : 0] ?? 'General User';
    // Names in shuffled order.
    const username = `u${(index * 37) % 121}_${index % 10 === 0 ? 'rare' : 'often'}`;
    const id = await world.register({ username, fullName, userType });
    const isAuthorized = index % 4 === 0;
    if (isAuthorized) await world.record({ type: 'UserVerified', data: { userId: id } }, streams.user(id));
    const text = searchedText(username, fullName);
    known.push({ username, text, userType, isAuthorized });
  }
  await world.settle();
});
afterAll(() => world.close());

const ask = (parameters: Readonly<Record<string, string>>): Promise<Directory> =>
  world.json(directorySchema, `/api/directory?${new URLSearchParams(parameters)}`);

const queries = [
  ...[
    '',
    'a',
    'u',
    'an',
    'u1',
    '王',
    '王伟',
    'ж',
    'qz',
    'на',
    'анна',
    'γιώ',
    'حمد',
    'mül',
    'rare',
    'often',
    'RARE',
  ],
  ...['jose', 'José'.normalize('NFD'), 'weiss jose', 'ipek', 'zolc lukasz', "o'brien", '@u1', '@u37_often'],
  ...['u an', 'an u1', 'wei jo', '王 u', 'u rare', 'o a e'],
  ...['%', '_', '%%', '\\', '😀', '😀 j', 'i̇p', '"', 'k,{', 'nobody', 'u37_often', '\ud800', "'"],
];
const filters = [{}, { isAuthorized: 'true' }, { userType: 'Charity', isAuthorized: 'false' }] as const;
const sorts = ['username', 'newest', 'oldest'] as const;

/** Searches all members the slow way. */
function expected(query: string, filter: (typeof filters)[number], sort: (typeof sorts)[number]): string[] {
  const { isAuthorized, userType }: { isAuthorized?: string; userType?: string } = filter;
  const words = searchWords(query);
  const found = known
    .filter(({ text }) => words === null || hasWords(text, words))
    .filter((member) => isAuthorized === undefined || String(member.isAuthorized) === isAuthorized)
    .filter((member) => userType === undefined || member.userType === userType)
    .map(({ username }) => username);
  if (sort === 'newest') return found.reverse();
  return sort === 'username' ? found.sort() : found;
}

describe('a search', () => {
  it.each(queries)('for %j finds the same as a full scan, in every order, on every page', async (query) => {
    for (const filter of filters) {
      for (const sort of sorts) {
        const all = expected(query, filter, sort);
        const pages = Math.ceil(all.length / 7);
        // From both ends of the list, its middle, and past it.
        for (const page of new Set([1, 2, Math.ceil(pages / 2) || 1, pages || 1, pages + 1])) {
          const found = await ask({ ...filter, query, sort, page: String(page), limit: '7' });
          const asked = { query, filter, sort, page };
          expect({ ...asked, names: found.users.map(({ username }) => username) }).toEqual({
            ...asked,
            names: all.slice((page - 1) * 7, page * 7),
          });
          expect(found.pagination).toEqual({ page, limit: 7, total: all.length, totalPages: pages });
        }
      }
    }
  });

  it('takes three statements at most', async () => {
    for (const query of queries) {
      expect(await world.statementsOf(() => ask({ query }))).toBeLessThanOrEqual(3);
    }
  });
});
