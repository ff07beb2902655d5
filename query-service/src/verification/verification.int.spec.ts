import { verificationRequestsSchema } from '@pmcw/contracts';
import { type ProductEvent, streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let boss: number;
const ids: number[] = [];

const about = (event: Extract<ProductEvent, { data: { userId: number } }>) =>
  world.record(event, streams.user(event.data.userId));

beforeAll(async () => {
  world = await openWorld();
  boss = await world.register('boss');
  await about({ type: 'AdminGranted', data: { userId: boss } });
  for (let index = 0; index < 6; index += 1) ids.push(await world.register(`member${index}`));
  for (const userId of [...ids].reverse()) {
    const data = { userId, requestId: `r${userId}`, message: `please, says ${userId}` };
    await about({ type: 'VerificationRequested', data });
  }
  const [first, second, third, fourth] = ids;
  for (const userId of [second, first]) {
    if (userId === undefined) continue;
    await about({ type: 'VerificationApproved', data: { userId, requestId: `r${userId}` } });
  }
  for (const userId of [third, fourth]) {
    if (userId === undefined) continue;
    const data = { userId, requestId: `r${userId}`, reason: 'too few links' };
    await about({ type: 'VerificationRejected', data });
  }
  const userId = ids[5] ?? 0;
  for (const walletId of ['w1', 'w2']) {
    const wallet = { userId, walletId, network: 'ETH', address: `address ${walletId}` };
    await about({ type: 'WalletAdded', data: wallet });
  }
  const proof = { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } as const;
  await about({ type: 'WalletProved', data: { userId, walletId: 'w2', ...proof } });
  await world.settle();
});
afterAll(() => world.close());

const path = '/api/admin/verification-requests';
const requests = (query = '') => world.json(verificationRequestsSchema, path + query, { as: boss });
const names = async (query: string) => (await requests(query)).map(({ user }) => user.username);

/** Wallets of the longest waiting member, some proved. */
const wallets = [
  { id: 'w1', network: 'ETH', address: 'address w1', provedAt: null },
  { id: 'w2', network: 'ETH', address: 'address w2', provedAt: '2026-01-01T00:00:21.000Z' },
];

describe('GET /api/admin/verification-requests', () => {
  it('lists the open ones, longest waiting first', async () => {
    const open = await requests();
    expect(open.map(({ user }) => user.username)).toEqual(['member5', 'member4']);
    expect(await requests('?status=open')).toEqual(open);
    expect(open[0]).toEqual({
      id: `r${ids[5]}`,
      userId: ids[5],
      user: { username: 'member5', fullName: 'member5 of Test', avatarUrl: null },
      message: `please, says ${ids[5]}`,
      status: 'open',
      reason: null,
      createdAt: '2026-01-01T00:00:09.000Z',
      closedAt: null,
      wallets,
    });
  });

  it('has the same wallets in GraphQL', async () => {
    const query = '{ verificationRequests { requests { wallets { id network address provedAt } } } }';
    const answer = await world.ask('/graphql', { method: 'POST', body: { query }, as: boss });
    expect(await answer.json()).toEqual({
      data: { verificationRequests: { requests: [{ wallets }, { wallets: [] }] } },
    });
  });

  it('lists the closed ones, latest closed first, with reason and time', async () => {
    expect(await names('?status=approved')).toEqual(['member0', 'member1']);
    const rejected = await requests('?status=rejected');
    expect(rejected.map(({ user }) => user.username)).toEqual(['member3', 'member2']);
    expect(rejected[0]).toMatchObject({
      status: 'rejected',
      reason: 'too few links',
      closedAt: '2026-01-01T00:00:18.000Z',
    });
  });

  it.each([
    ['open', ['member5', 'member4']],
    ['approved', ['member0', 'member1']],
  ])('pages through those that are %s by Link', async (status, expected) => {
    const seen: string[] = [];
    let next: string | undefined = `${path}?status=${status}&limit=1`;
    while (next !== undefined && seen.length < 9) {
      const response = await world.ask(next, { as: boss });
      const link = response.headers.get('link') ?? '';
      const body: unknown = await response.json();
      expect(body).toMatchObject([{ status }]);
      if (Array.isArray(body)) seen.push(body[0].user.username);
      next = /^<(.+)>; rel="next"$/.exec(link)?.[1];
    }
    expect(seen).toEqual(expected);
  });

  it('shows a changed name', async () => {
    const userId = ids[5] ?? 0;
    const edit = { userId, fullName: 'Renamed', bio: '', telegramHandle: '' };
    const position = await about({ type: 'ProfileEdited', data: edit });
    const response = await world.ask(path, { as: boss, headers: { 'x-min-position': position } });
    expect(await response.json()).toMatchObject([{ user: { fullName: 'Renamed' } }, {}]);
  });

  it.each([
    ['status=closed', 'status'],
    ['limit=0', 'limit'],
    ['before=x', 'before'],
  ])('refuses ?%s', async (query, field) => {
    expect(await world.problem(400, 'invalid_input', `${path}?${query}`, { as: boss })).toMatchObject({
      errors: [{ path: field }],
    });
  });

  it('takes one statement beside the guard’s', async () => {
    expect(await world.statementsOf(() => requests('?status=rejected'))).toBe(2);
  });
});
