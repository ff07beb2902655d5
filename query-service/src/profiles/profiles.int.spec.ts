import { profileSchema, socialLinkSchema, walletSchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
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
  await world.record({ type: 'WalletAdded', data: { userId: ada, walletId: 'w2', ...eth } }, stream);
  await world.record({ type: 'WalletAdded', data: { userId: ada, walletId: 'w1', ...btc } }, stream);
  const link = { userId: ada, socialId: 's1', platform: 'github', username: 'ada' } as const;
  await world.record({ type: 'SocialLinkAdded', data: link }, stream);
  await world.record({ type: 'UserVerified', data: { userId: ada } }, stream);
  await world.settle();
});
afterAll(() => world.close());

const wallets = [
  { id: 'w2', ...eth, addedAt: '2026-01-01T00:00:03.000Z' },
  { id: 'w1', ...btc, addedAt: '2026-01-01T00:00:04.000Z' },
];
const socials = [{ id: 's1', platform: 'github', username: 'ada' }];

describe('GET /api/profile/{username}', () => {
  it.each(['Ada', 'ada', 'ADA'])(
    'finds %s, with wallets and links in the order they were added',
    async (name) => {
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
        wallets,
        socials,
      });
    },
  );

  it.each(['nobody', '%20', 'a%2Fb', "x'%20or%201=1--", '%F0%9F%98%80'])('is 404 for %s', async (name) => {
    expect(await world.problem(404, 'not_found', `/api/profile/${name}`)).toMatchObject({
      detail: 'Profile not found',
    });
  });

  it('is 400 for text that no database holds', async () => {
    await world.problem(400, 'invalid_input', '/api/profile/a%00b');
  });

  it('takes one statement', async () => {
    expect(await world.statementsOf(() => world.ask('/api/profile/ada'))).toBe(1);
    expect(await world.statementsOf(() => world.ask('/api/profile/ada', { as: bob }))).toBe(1);
  });
});

describe('one’s own lists', () => {
  it('are what was added, in order', async () => {
    expect(await world.json(v.array(walletSchema), '/api/user/wallets', { as: ada })).toEqual(wallets);
    expect(await world.json(v.array(socialLinkSchema), '/api/user/socials', { as: ada })).toEqual(socials);
  });

  it('are empty for who has none', async () => {
    expect(await world.json(v.array(walletSchema), '/api/user/wallets', { as: bob })).toEqual([]);
    expect(await world.json(v.array(socialLinkSchema), '/api/user/socials', { as: bob })).toEqual([]);
  });

  it.each(['/api/user/wallets', '/api/user/socials'])('%s is 401 without a session', async (path) => {
    await world.problem(401, 'not_signed_in', path);
  });
});
