import { profileSchema, socialLinkSchema, walletSchema } from '@pmcw/contracts';
import { type ProductEvent, streams } from '@pmcw/contracts/events';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let ada: number;
let bob: number;

const eth = { network: 'ETH', address: '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe' };
const btc = { network: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' };

beforeAll(async () => {
  world = await openWorld();
  ada = await world.register('Ada');
  bob = await world.register('bob');
  const stream = streams.user(ada);
  await world.record({ type: 'WalletAdded', data: { userId: ada, walletId: 'w1', ...eth } }, stream);
  await world.record({ type: 'WalletAdded', data: { userId: ada, walletId: 'w2', ...btc } }, stream);
  const proof = { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } as const;
  const link = { userId: ada, socialId: 's1', platform: 'github', username: 'ada' } as const;
  await world.record({ type: 'SocialLinkAdded', data: link }, stream);
  await world.record({ type: 'UserVerified', data: { userId: ada } }, stream);
  await world.record({ type: 'WalletProved', data: { userId: ada, walletId: 'w1', ...proof } }, stream);
  await world.settle();
});
afterAll(() => world.close());

const wallets = [
  {
    ...{ id: 'w1', ...eth, addedAt: '2026-01-01T00:00:03.000Z' },
    proof: {
      ...{ statement: 'It is mine', signature: '0x01', scheme: 'eip-191' },
      provedAt: '2026-01-01T00:00:07.000Z',
    },
    ensName: null,
  },
  { id: 'w2', ...btc, addedAt: '2026-01-01T00:00:04.000Z', proof: null, ensName: null },
];
const socials = [{ id: 's1', platform: 'github', username: 'ada', linksBack: null }];

describe('GET /api/profile/{username}', () => {
  it.each(['Ada', 'ada', 'ADA'])('finds %s, with wallets and links in order of addition', async (name) => {
    expect(await world.json(profileSchema, `/api/profile/${name}`)).toEqual({
      id: ada,
      username: 'Ada',
      fullName: 'Ada of Test',
      bio: '',
      avatarUrl: null,
      backgroundUrl: null,
      userType: 'General User',
      isAuthorized: true,
      pmcwTokens: 0,
      createdAt: '2026-01-01T00:00:01.000Z',
      verifiedAt: '2026-01-01T00:00:06.000Z',
      nameChangedAt: null,
      wallets,
      formerWallets: [],
      socials,
    });
  });

  it.each(['nobody', '%20', 'a%2Fb', "x'%20or%201=1--", '%F0%9F%98%80'])('is 404 for %s', async (name) => {
    expect(await world.problem(404, 'not_found', `/api/profile/${name}`)).toMatchObject({
      detail: 'Profile not found',
    });
  });

  it('is 400 for text that the database cannot hold', async () => {
    await world.problem(400, 'invalid_input', '/api/profile/a%00b');
  });

  it('has the same proofs in GraphQL', async () => {
    const query =
      '{ profile(username: "ada") { wallets { id network address addedAt ensName { name seenAt } proof { statement signature scheme provedAt } } } }';
    const answer = await world.ask('/graphql', { method: 'POST', body: { query } });
    expect(await answer.json()).toEqual({ data: { profile: { wallets } } });
  });

  it('is 304 for a browser that has it, until it changes', async () => {
    const ask = (etag: string) => world.ask('/api/profile/bob', { headers: { 'if-none-match': etag } });
    const first = await ask('"other"');
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const etag = first.headers.get('etag') ?? '';
    const again = await ask(etag);
    expect([again.status, await again.text()]).toEqual([304, '']);
    await world.record(
      { type: 'TokensSet', data: { userId: bob, pmcwTokens: 7, cause: 'verified' } },
      streams.user(bob),
    );
    await world.settle();
    expect((await ask(etag)).status).toBe(200);
  });

  it('is not kept while it lags', async () => {
    const hasty = await openWorld({ readYourWritesMs: 50 });
    try {
      await hasty.register('ada');
      await hasty.settle();
      const answer = await hasty.ask('/api/profile/ada', { headers: { 'x-min-position': '1000000' } });
      expect(answer.status).toBe(200);
      expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'no-store']);
    } finally {
      await hasty.close();
    }
  });

  it('takes one statement', async () => {
    expect(await world.statementsOf(() => world.ask('/api/profile/ada'))).toBe(1);
    expect(await world.statementsOf(() => world.ask('/api/profile/ada', { as: bob }))).toBe(1);
  });
});

describe('removed addresses', () => {
  const now = Date.now();
  const daysAgo = (days: number) => new Date(now - days * 24 * 60 * 60 * 1000).toISOString();
  const former = async (name: string, as?: number) => {
    const asking = as === undefined ? {} : { as };
    const profile = await world.json(profileSchema, `/api/profile/${name}`, asking);
    return profile.formerWallets.map(({ id }) => id);
  };
  let eve: number;
  const record = (event: ProductEvent, days: number, actor = eve) =>
    world.record(event, streams.user(eve), actor, { time: daysAgo(days) });

  beforeAll(async () => {
    eve = await world.register('eve');
    await world.record({ type: 'AdminGranted', data: { userId: ada } }, streams.user(ada));
    for (const [walletId, days] of [
      ['old', 31],
      ['late', 29],
      ['byAdmin', 2],
    ] as const) {
      const address = `the address ${walletId}`;
      await record({ type: 'WalletAdded', data: { userId: eve, walletId, network: 'XYZ', address } }, 40);
      const actor = walletId === 'byAdmin' ? ada : eve;
      const cause = walletId === 'late' ? ('proved_by_another' as const) : undefined;
      await record({ type: 'WalletRemoved', data: { userId: eve, walletId, cause } }, days, actor);
    }
    await world.settle();
  });

  it('are shown for thirty days, latest first, in one statement, for every cause of removal', async () => {
    expect(await former('eve')).toEqual(['byAdmin', 'late']);
    const profile = await world.json(profileSchema, '/api/profile/eve');
    expect(profile.formerWallets[0]).toEqual({
      id: 'byAdmin',
      network: 'XYZ',
      address: 'the address byAdmin',
      addedAt: expect.stringMatching(/Z$/),
      removedAt: expect.stringMatching(/Z$/),
      cause: null,
    });
    expect(profile.formerWallets[1]?.cause).toBe('proved_by_another');
    expect([profile.wallets, profile.verifiedAt]).toEqual([[], null]);
    expect(await world.statementsOf(() => world.ask('/api/profile/eve'))).toBe(1);
  });

  it('are the same in GraphQL', async () => {
    const query =
      '{ profile(username: "eve") { verifiedAt formerWallets { id address addedAt removedAt cause } } }';
    const answer = await world.ask('/graphql', { method: 'POST', body: { query } });
    const { formerWallets } = await world.json(profileSchema, '/api/profile/eve');
    const expected = formerWallets.map(({ network: _, ...wallet }) => wallet);
    expect(await answer.json()).toEqual({ data: { profile: { verifiedAt: null, formerWallets: expected } } });
  });

  it('are shown only to administrators for suspended members, and to no one for deleted members', async () => {
    await record({ type: 'UserSuspended', data: { userId: eve } }, 1);
    await world.settle();
    await world.problem(404, 'not_found', '/api/profile/eve', { as: bob });
    expect(await former('eve', ada)).toEqual(['byAdmin', 'late']);
    await record({ type: 'UserDeleted', data: { userId: eve } }, 0);
    await world.settle();
    await world.problem(404, 'not_found', '/api/profile/eve', { as: ada });
  });
});

describe('the member’s own lists', () => {
  it('have what was added, in order', async () => {
    expect(await world.json(v.array(walletSchema), '/api/user/wallets', { as: ada })).toEqual(wallets);
    expect(await world.json(v.array(socialLinkSchema), '/api/user/socials', { as: ada })).toEqual(socials);
  });

  it('are empty for a member without any', async () => {
    expect(await world.json(v.array(walletSchema), '/api/user/wallets', { as: bob })).toEqual([]);
    expect(await world.json(v.array(socialLinkSchema), '/api/user/socials', { as: bob })).toEqual([]);
  });

  it.each(['/api/user/wallets', '/api/user/socials'])('%s is 401 without a session', async (path) => {
    await world.problem(401, 'not_signed_in', path);
  });
});

describe('a profile, while the read model of an earlier release is in use', () => {
  it('gets 503 with Retry-After', async () => {
    const database = new pg.Client({ connectionString: world.databaseUrl });
    await database.connect();
    await database.query('alter table profiles.profiles drop column verified_at');
    await database.query('drop table profiles.former_wallets');
    await database.query("update projections.checkpoints set version = version - 1 where model = 'profiles'");
    await database.end();
    await world.problem(503, 'unavailable', '/api/profile/ada');
  });
});
