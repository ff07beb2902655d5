import { type Directory, directorySchema, featuredUserSchema, limits } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  for (let index = 1; index <= 25; index += 1) {
    const name = `member_${String(index).padStart(2, '0')}`;
    await world.register({ username: name, userType: index % 5 === 0 ? 'Charity' : 'General User' });
  }
  await world.register({ username: 'Zed', fullName: '100% Zed_ \\o/' });
  for (const userId of [3, 1, 2])
    await world.record({ type: 'UserVerified', data: { userId } }, streams.user(userId));
  const wallet = {
    userId: 1,
    walletId: 'w',
    network: 'SOL',
    address: 'So11111111111111111111111111111111111111112',
  };
  await world.record({ type: 'WalletAdded', data: wallet }, streams.user(1));
  const proof = { statement: 'It is mine', signature: 'AA==', scheme: 'ed25519' } as const;
  await world.record({ type: 'WalletProved', data: { userId: 1, walletId: 'w', ...proof } }, streams.user(1));
  await world.settle();
});
afterAll(() => world.close());

const page = (query: string): Promise<Directory> => world.json(directorySchema, `/api/directory${query}`);
const names = async (query: string) => (await page(query)).users.map(({ username }) => username);

describe('GET /api/directory', () => {
  it('starts with twelve members by name', async () => {
    const { users, pagination } = await page('');
    expect(users.map(({ username }) => username)).toEqual(
      Array.from({ length: 12 }, (_, index) => `member_${String(index + 1).padStart(2, '0')}`),
    );
    expect(pagination).toEqual({ page: 1, limit: 12, total: 26, totalPages: 3 });
    expect(users[0]).toEqual({
      id: 1,
      username: 'member_01',
      fullName: 'member_01 of Test',
      bio: '',
      avatarUrl: null,
      userType: 'General User',
      isAuthorized: true,
      pmcwTokens: 0,
      networks: ['SOL'],
      hasProof: true,
    });
    expect(users[1]?.hasProof).toBe(false);
  });

  it.each(['username', 'newest', 'oldest'])('pages to the end by %s, every member once', async (sort) => {
    const pages = await Promise.all([1, 2, 3].map((each) => names(`?limit=10&page=${each}&sort=${sort}`)));
    expect(pages.map((each) => each.length)).toEqual([10, 10, 6]);
    expect(new Set(pages.flat()).size).toBe(26);
    const first = { username: 'member_01', newest: 'Zed', oldest: 'member_01' }[sort];
    expect(pages[0]?.[0]).toBe(first);
  });

  it('has the totals past the end too', async () => {
    expect(await page('?page=9')).toEqual({
      users: [],
      pagination: { page: 9, limit: 12, total: 26, totalPages: 3 },
    });
  });

  it('searches names case-insensitively', async () => {
    expect(await names('?query=MEMBER_2&limit=100')).toHaveLength(6);
    expect(await names('?query=zed')).toEqual(['Zed']);
  });

  it.each(['%25', '100%25', 'd_%20%5C', '\\'])('takes %s literally, not as a pattern', async (query) => {
    const found = await names(`?query=${query}`);
    expect(found).toEqual(['Zed']);
  });

  it('filters by verification and type', async () => {
    expect(await names('?isAuthorized=true')).toEqual(['member_01', 'member_02', 'member_03']);
    expect((await page('?isAuthorized=false')).pagination.total).toBe(23);
    expect((await page('?userType=Charity')).pagination.total).toBe(5);
    expect(await names('?userType=Charity&query=member_1&isAuthorized=false')).toEqual([
      'member_10',
      'member_15',
    ]);
  });

  it('filters by proved addresses, also in GraphQL', async () => {
    expect(await names('?hasProof=true')).toEqual(['member_01']);
    expect((await page('?hasProof=true')).pagination.total).toBe(1);
    expect((await page('?hasProof=false')).pagination.total).toBe(25);
    expect(
      await names('?hasProof=true&isAuthorized=true&userType=General%20User&query=member_0&sort=newest'),
    ).toEqual(['member_01']);
    expect(await names('?hasProof=true&isAuthorized=false')).toEqual([]);
    const query = '{ directory(hasProof: true) { users { username hasProof } pagination { total } } }';
    const answer = await world.ask('/graphql', { method: 'POST', body: { query } });
    expect(await answer.json()).toEqual({
      data: { directory: { users: [{ username: 'member_01', hasProof: true }], pagination: { total: 1 } } },
    });
  });

  it('returns an empty list for no match', async () => {
    expect(await page('?query=nobody-here')).toEqual({
      users: [],
      pagination: { page: 1, limit: 12, total: 0, totalPages: 0 },
    });
  });

  it.each([
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['sort=random', 'sort'],
    ['userType=King', 'userType'],
    ['isAuthorized=1', 'isAuthorized'],
    ['hasProof=yes', 'hasProof'],
    [`query=${'x'.repeat(101)}`, 'query'],
    ['page=1&page=2', 'page'],
  ])('refuses ?%s', async (query, path) => {
    expect(await world.problem(400, 'invalid_input', `/api/directory?${query}`)).toMatchObject({
      errors: [{ path }],
    });
  });

  it('takes one statement for any number of members and any filter', async () => {
    expect(await world.statementsOf(() => world.ask('/api/directory?limit=100'))).toBe(1);
    expect(await world.statementsOf(() => world.ask('/api/directory?isAuthorized=true&sort=newest'))).toBe(1);
  });
});

describe('GET /api/featured-users', () => {
  it('lists the latest verified members, newest first', async () => {
    const users = await world.json(v.array(featuredUserSchema), '/api/featured-users');
    expect(users.map(({ id }) => id)).toEqual([2, 1, 3]);
  });

  it('is limited', async () => {
    for (let userId = 4; userId <= 20; userId += 1) {
      await world.record({ type: 'UserVerified', data: { userId } }, streams.user(userId));
    }
    await world.settle();
    const users = await world.json(v.array(featuredUserSchema), '/api/featured-users');
    expect(users).toHaveLength(limits.featuredUsers);
    expect(users[0]?.id).toBe(20);
  });
});
