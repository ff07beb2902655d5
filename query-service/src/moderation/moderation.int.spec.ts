import {
  type AdminUsers,
  adminStatsSchema,
  adminUserDetailsSchema,
  adminUserSchema,
  adminUsersSchema,
  featuredUserSchema,
  globalConversation,
  historySchema,
  profileSchema,
  texts,
} from '@pmcw/contracts';
import { type ProductEvent, streams } from '@pmcw/contracts/events';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let boss: number;
let bob: number;
let suspended: number;
let formerBoss: number;
let newestEvent: string;

const about = (event: Extract<ProductEvent, { data: { userId: number } }>) =>
  world.record(event, streams.user(event.data.userId));
const wallet = (userId: number, walletId: string) =>
  about({ type: 'WalletAdded', data: { userId, walletId, network: 'ETH', address: `address ${walletId}` } });

beforeAll(async () => {
  world = await openWorld();
  boss = await world.register('boss');
  await about({ type: 'AdminGranted', data: { userId: boss } });
  bob = await world.register({ username: 'Bob_1', fullName: '100% Bob \\o/', userType: 'Charity' });
  suspended = await world.register('mallory');
  await about({ type: 'UserSuspended', data: { userId: suspended } });
  formerBoss = await world.register('former_boss');
  await about({ type: 'AdminGranted', data: { userId: formerBoss } });
  await about({ type: 'UserVerified', data: { userId: formerBoss } });
  await about({ type: 'UserSuspended', data: { userId: formerBoss } });
  for (let index = 1; index <= 26; index += 1) {
    const userId = await world.register(`member${String(index).padStart(2, '0')}`);
    if (index <= 3) await about({ type: 'UserVerified', data: { userId } });
  }
  await wallet(bob, 'w1');
  await wallet(bob, 'w2');
  const proof = { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } as const;
  await about({ type: 'WalletProved', data: { userId: bob, walletId: 'w2', ...proof } });
  const link = { userId: bob, socialId: 's1', platform: 'github', username: 'bob' } as const;
  await about({ type: 'SocialLinkAdded', data: link });
  await world.send(bob, null, 'Good morning');
  await about({ type: 'AdminNotesChanged', data: { userId: bob, notes: 'met in Lisbon' } });
  const reported = { caseId: `profile-${bob}`, memberId: bob, kind: 'profile', itemId: null } as const;
  const report = { ...reported, reporterId: boss, reason: 'spam', text: '' } as const;
  await world.record({ type: 'ContentReported', data: report }, streams.case(reported.caseId));
  await world.settle();
  const [newest] = await world.json(historySchema, '/api/admin/history?limit=1', { as: boss });
  newestEvent = newest?.eventId ?? '';
});
afterAll(() => world.close());

const page = (query = ''): Promise<AdminUsers> =>
  world.json(adminUsersSchema, `/api/admin/users${query}`, { as: boss });
const names = async (query: string) => (await page(query)).users.map(({ username }) => username);

describe('the scope for administrators', () => {
  const paths = () =>
    world.routes
      .filter((route) => route.includes('/api/admin/'))
      .map((route) => route.replace('GET ', '').replace(':id', String(bob)))
      .map((route) => route.replace(':eventId', newestEvent).replace(':stream', streams.user(bob)))
      .map((route) =>
        route.replace(':conversation', globalConversation).replace(':caseId', `profile-${bob}`),
      );

  it('answers an administrator', async () => {
    expect(paths()).toContain('/api/admin/stats');
    for (const path of paths()) expect((await world.ask(path, { as: boss })).status).toBe(200);
  });

  it('is 401 without a session', async () => {
    for (const path of paths()) await world.problem(401, 'not_signed_in', path);
  });

  it('is 403 for members, suspended members, suspended administrators, and unknown members', async () => {
    for (const path of paths()) {
      for (const as of [bob, suspended, formerBoss, 999]) {
        expect(await world.problem(403, 'forbidden', path, { as })).toMatchObject({
          detail: texts.refusals.adminsOnly,
        });
      }
    }
  });

  it('refuses before the request is parsed', async () => {
    for (const path of ['/api/admin/users?page=x', '/api/admin/users/x', '/api/admin/users/12345']) {
      await world.problem(401, 'not_signed_in', path);
      await world.problem(403, 'forbidden', path, { as: bob });
    }
    expect((await world.ask('/api/admin/stats', { method: 'HEAD' })).status).toBe(401);
    expect((await world.ask('/api/admin/stats', { method: 'HEAD', as: bob })).status).toBe(403);
    expect(await world.statementsOf(() => world.ask('/api/admin/users', { as: bob }))).toBe(1);
  });

  it('follows the latest changes of the caller', async () => {
    const userId = await world.register('next_boss');
    const granted = await about({ type: 'AdminGranted', data: { userId } });
    const headers = { 'x-min-position': granted };
    expect((await world.ask('/api/admin/stats', { as: userId, headers })).status).toBe(200);
    const shutOut = await about({ type: 'UserSuspended', data: { userId } });
    await world.problem(403, 'forbidden', '/api/admin/stats', {
      as: userId,
      headers: { 'x-min-position': shutOut },
    });
  });
});

describe('GET /api/admin/stats', () => {
  const stats = (headers = {}) => world.json(adminStatsSchema, '/api/admin/stats', { as: boss, headers });

  it('counts members; suspended ones are not pending', async () => {
    await world.settle();
    const before = await stats();
    expect(before).toEqual({ totalUsers: 31, authorizedUsers: 4, pendingUsers: 25, suspendedUsers: 3 });
    const verified = await about({ type: 'UserVerified', data: { userId: bob } });
    expect(await stats({ 'x-min-position': verified })).toEqual({
      ...before,
      authorizedUsers: 5,
      pendingUsers: 24,
    });
    const taken = await about({ type: 'UserUnverified', data: { userId: bob } });
    expect(await stats({ 'x-min-position': taken })).toEqual(before);
  });

  it('takes a statement beside the guard’s', async () => {
    expect(await world.statementsOf(() => stats())).toBe(2);
  });
});

describe('GET /api/admin/users', () => {
  it('starts with twenty members, newest first, with their whole accounts', async () => {
    const { users, pagination } = await page('?query=member');
    expect(pagination).toEqual({ page: 1, limit: 20, total: 26, totalPages: 2 });
    expect(users).toHaveLength(20);
    expect(users[0]?.username).toBe('member26');
    expect((await page('?query=bob_1')).users).toEqual([
      {
        id: bob,
        username: 'Bob_1',
        fullName: '100% Bob \\o/',
        email: 'Bob_1@example.org',
        isEmailConfirmed: false,
        telegramHandle: '',
        bio: '',
        userType: 'Charity',
        avatarUrl: null,
        backgroundUrl: null,
        isAdmin: false,
        isAuthorized: false,
        isSuspended: false,
        pmcwTokens: 0,
        contactPolicy: 'everyone',
        createdAt: '2026-01-01T00:00:03.000Z',
        walletCount: 2,
        changedSinceVerification: null,
      },
    ]);
  });

  it.each(['username', 'newest', 'oldest'])('pages to the end by %s, every member once', async (sort) => {
    const { total } = (await page()).pagination;
    const pages = await Promise.all([1, 2, 3, 4].map((each) => names(`?limit=10&page=${each}&sort=${sort}`)));
    expect(pages.map((each) => each.length)).toEqual([10, 10, 10, total - 30]);
    expect(new Set(pages.flat()).size).toBe(total);
    const first = { username: 'Bob_1', newest: 'next_boss', oldest: 'boss' }[sort];
    expect(pages[0]?.[0]).toBe(first);
  });

  it('has the totals past the end too', async () => {
    expect(await page('?query=member&page=9')).toEqual({
      users: [],
      pagination: { page: 9, limit: 20, total: 26, totalPages: 2 },
    });
    expect(await page('?isSuspended=true&page=9')).toMatchObject({ users: [], pagination: { total: 3 } });
  });

  it('searches username, name and email case-insensitively', async () => {
    expect(await names('?query=BOB_')).toEqual(['Bob_1']);
    expect(await names('?query=mallory%40EXAMPLE')).toEqual(['mallory']);
    expect(await names('?query=mallory%20of')).toEqual(['mallory']);
    expect(await names('?query=nobody-here')).toEqual([]);
  });

  it.each(['100%25', '%25', 'b_', '%20%5Co', '\\'])('takes %s literally, not as a pattern', async (query) => {
    const found = await names(`?query=${query}`);
    expect(found).toEqual(['Bob_1']);
  });

  it('combines filters, and counts the matches', async () => {
    const filters: [string, string[]][] = [
      ['isSuspended=true&sort=oldest', ['mallory', 'former_boss', 'next_boss']],
      ['isSuspended=true&isAuthorized=true', ['former_boss']],
      ['isSuspended=true&isAuthorized=false&query=mall', ['mallory']],
      ['isSuspended=false&isAuthorized=true', ['member03', 'member02', 'member01']],
      ['isSuspended=false&isAuthorized=true&query=member02', ['member02']],
      ['userType=Charity&isSuspended=false', ['Bob_1']],
      ['userType=Charity&isSuspended=true', []],
    ];
    for (const [filter, expected] of filters) {
      const { users, pagination } = await page(`?${filter}`);
      expect(users.map(({ username }) => username)).toEqual(expected);
      expect(pagination.total).toBe(expected.length);
    }
  });

  it('counts the same with and without a search', async () => {
    for (const filter of ['isAuthorized=true', 'isAuthorized=false', 'isSuspended=false', '']) {
      const kept = (await page(`?${filter}`)).pagination.total;
      expect((await page(`?${filter}&query=example.org`)).pagination.total).toBe(kept);
      expect(kept).toBeGreaterThan(0);
    }
  });

  it.each([
    ['page=0', 'page'],
    ['limit=101', 'limit'],
    ['sort=random', 'sort'],
    ['isAuthorized=1', 'isAuthorized'],
    ['isSuspended=yes', 'isSuspended'],
    ['userType=King', 'userType'],
    [`query=${'x'.repeat(101)}`, 'query'],
  ])('refuses ?%s', async (query, path) => {
    expect(
      await world.problem(400, 'invalid_input', `/api/admin/users?${query}`, { as: boss }),
    ).toMatchObject({ errors: [{ path }] });
  });

  it.each([
    ['', 1],
    ['?limit=1', 1],
    ['?query=m&isSuspended=false', 2],
    ['?query=member&isAuthorized=true&isSuspended=false&limit=100', 3],
  ])(
    'for %s takes %i statements beside the guard’s, for any number of members',
    async (query, statements) => {
      const ask = () => world.ask(`/api/admin/users${query}`, { as: boss });
      expect(await world.statementsOf(ask)).toBe(1 + statements);
    },
  );
});

describe('GET /api/admin/users/{id}', () => {
  it('returns everything about a member', async () => {
    const user = await world.json(adminUserDetailsSchema, `/api/admin/users/${bob}`, { as: boss });
    expect(user).toMatchObject({
      username: 'Bob_1',
      email: 'Bob_1@example.org',
      isEmailConfirmed: false,
      walletCount: 2,
      notes: 'met in Lisbon',
      socials: [{ id: 's1', platform: 'github', username: 'bob' }],
    });
    expect(user.wallets.map(({ id }) => id)).toEqual(['w1', 'w2']);
    expect(user.wallets.map(({ proof }) => proof?.signature)).toEqual([undefined, '0x01']);
    expect(user.wallets[0]?.addedAt).toMatch(/^2026-01-01T00:00:\d\d\.000Z$/);
  });

  it('works for suspended members', async () => {
    const user = await world.json(adminUserDetailsSchema, `/api/admin/users/${suspended}`, { as: boss });
    expect(user).toMatchObject({ isSuspended: true, notes: '', wallets: [], socials: [] });
  });

  it.each(['999', '2147483648', '999999999999999'])('is 404 for %s', async (id) => {
    await world.problem(404, 'not_found', `/api/admin/users/${id}`, { as: boss });
  });

  it.each(['0', 'x', '-1', '1e3'])('is 400 for %s', async (id) => {
    await world.problem(400, 'invalid_input', `/api/admin/users/${id}`, { as: boss });
  });

  it('takes one statement beside the guard’s', async () => {
    expect(await world.statementsOf(() => world.ask(`/api/admin/users/${bob}`, { as: boss }))).toBe(2);
  });
});

describe('GET /api/admin/changed-members', () => {
  it('lists verified members with changes, who are not featured until they are confirmed', async () => {
    const [named, pictured] = [await world.register('renamed'), await world.register('pictured')];
    for (const userId of [named, pictured]) await about({ type: 'UserVerified', data: { userId } });
    const name = { userId: named, fullName: 'PMCW Administrator', bio: '', telegramHandle: '' };
    await about({ type: 'ProfileEdited', data: name });
    await about({ type: 'AvatarChanged', data: { userId: pictured, mediaHash: 'a'.repeat(64) } });
    await world.settle();
    const changed = (query = '') =>
      world.json(v.array(adminUserSchema), `/api/admin/changed-members${query}`, { as: boss });
    const featured = async () => {
      const users = await world.json(v.array(featuredUserSchema), '/api/featured-users');
      return users.map(({ username }) => username);
    };
    const nameChangedAt = async () => (await world.json(profileSchema, '/api/profile/renamed')).nameChangedAt;
    const changedAt = expect.stringMatching(/^\d{4}-/);
    expect(await changed()).toMatchObject([
      {
        fullName: 'PMCW Administrator',
        changedSinceVerification: { fullName: { before: 'renamed of Test', changedAt }, avatar: null },
      },
      { username: 'pictured', changedSinceVerification: { fullName: null, avatar: { changedAt } } },
    ]);
    const [first] = await changed('?limit=1');
    const { headers } = await world.ask('/api/admin/changed-members?limit=1', { as: boss });
    const next = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const [second] = await world.json(v.array(adminUserSchema), next, { as: boss });
    expect([first?.username, second?.username]).toEqual(['renamed', 'pictured']);
    expect(await featured()).not.toContain('renamed');
    expect(await featured()).not.toContain('pictured');
    expect(await nameChangedAt()).toEqual(changedAt);
    for (const userId of [named, pictured]) await about({ type: 'VerificationConfirmed', data: { userId } });
    await world.settle();
    expect(await changed()).toEqual([]);
    expect(await featured()).toEqual(expect.arrayContaining(['renamed', 'pictured']));
    expect(await nameChangedAt()).toBeNull();
  });
});
