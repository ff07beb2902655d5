import {
  adminStatsSchema,
  adminUsersSchema,
  changesSchema,
  conversationsSchema,
  directorySchema,
  featuredUserSchema,
  messagesSchema,
  unreadCountSchema,
  verificationRequestsSchema,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let boss: number;
let bob: number;
let leaver: number;
let gone: string;
/** Bob's unread messages of the global chat before the deletion. */
let unreadBefore: number;

const count = async (as: number) =>
  (await world.json(unreadCountSchema, '/api/messages/global/unread/count', { as })).count;
const changes = (after: string, as = bob) =>
  world.json(changesSchema, `/api/messages/changes?after=${after}`, { as });

beforeAll(async () => {
  world = await openWorld();
  [boss, bob] = [await world.register('boss'), await world.register('bob')];
  leaver = await world.register({ username: 'leaver', fullName: 'Lea Ver' });
  const stream = streams.user(leaver);
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
  await world.record({ type: 'UserVerified', data: { userId: leaver } }, stream);
  const wallet = { walletId: 'w', network: 'ETH', address: 'an address of leaver' };
  await world.record({ type: 'WalletAdded', data: { userId: leaver, ...wallet } }, stream);
  const proof = { statement: 'I am leaver', signature: 'by leaver', scheme: 'eip-191' } as const;
  await world.record({ type: 'WalletProved', data: { userId: leaver, walletId: 'w', ...proof } }, stream);
  const request = { requestId: `${leaver}-r`, message: 'It is me, leaver' };
  await world.record({ type: 'VerificationRequested', data: { userId: leaver, ...request } }, stream);
  await world.send(leaver, bob, 'hello from leaver');
  await world.send(bob, leaver, 'hello leaver');
  await world.send(leaver, null, 'hello all from leaver');
  await world.send(boss, null, 'hello all from boss');
  await world.settle();
  unreadBefore = await count(bob);
  gone = await world.record({ type: 'UserDeleted', data: { userId: leaver } }, stream);
  await world.send(leaver, null, 'too late from leaver');
  await world.send(bob, leaver, 'too late for leaver');
  await world.settle();
});
afterAll(() => world.close());

describe('a deleted member', () => {
  it('is in no list and no count, of visitors, members and administrators', async () => {
    for (const as of [bob, boss]) {
      for (const query of ['query=lea', 'hasProof=true']) {
        const { users, pagination } = await world.json(directorySchema, `/api/directory?${query}`, { as });
        expect([users, pagination.total]).toEqual([[], 0]);
      }
    }
    expect(await world.json(v.array(featuredUserSchema), '/api/featured-users')).toEqual([]);
    const { users } = await world.json(adminUsersSchema, '/api/admin/users', { as: boss });
    expect(users.map(({ username }) => username).sort()).toEqual(['bob', 'boss']);
    expect(await world.json(adminStatsSchema, '/api/admin/stats', { as: boss })).toMatchObject({
      totalUsers: 2,
      authorizedUsers: 0,
    });
    const requests = '/api/admin/verification-requests?status=open';
    expect(await world.json(verificationRequestsSchema, requests, { as: boss })).toEqual([]);
    expect(await world.json(conversationsSchema, '/api/messages/conversations', { as: bob })).toEqual([]);
    const global = await world.json(messagesSchema, '/api/messages/global', { as: bob });
    expect(global.map(({ content }) => content)).toEqual(['hello all from boss']);
    expect([unreadBefore, await count(bob)]).toEqual([2, 1]);
  });

  it('is found by no one', async () => {
    for (const as of [bob, boss]) {
      for (const path of [
        '/api/profile/leaver',
        `/api/messages/${leaver}`,
        '/api/messages/find-conversation/leaver',
      ]) {
        await world.problem(404, 'not_found', path, { as });
      }
    }
    await world.problem(404, 'not_found', `/api/admin/users/${leaver}`, { as: boss });
  });

  it('is in no GraphQL answer', async () => {
    const query = `{
      directory(query: "leaver") { users { username } }
      profile(username: "leaver") { username }
      adminUsers { users { username notes wallets { address proof { statement signature } } } }
      conversations { conversations { username } }
    }`;
    const answer = await world.ask('/graphql', { method: 'POST', body: { query }, as: boss });
    const text = await answer.text();
    expect(text).toContain('boss');
    expect(text).not.toMatch(/leaver|lea ver/i);
  });

  it('is announced to everyone by the changes, once, and no message from or to them', async () => {
    const all = await changes('0');
    expect(JSON.stringify(all)).not.toContain('leaver');
    expect(all.changes.filter(({ type }) => type === 'member_deleted')).toEqual([
      { type: 'member_deleted', userId: leaver, position: gone },
    ]);
    expect((await changes(gone)).changes).toEqual([]);
    expect((await changes('0', boss)).changes).toContainEqual({
      type: 'member_deleted',
      userId: leaver,
      position: gone,
    });
  });

  it('is signed out, even with a remaining session', async () => {
    await world.problem(401, 'not_signed_in', '/api/user', { as: leaver });
    await world.problem(403, 'forbidden', '/api/admin/stats', { as: leaver });
    expect(await world.json(conversationsSchema, '/api/messages/conversations', { as: leaver })).toEqual([]);
  });
});
