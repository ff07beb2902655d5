import { ownSignInMethodsSchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

const used = new Date('2026-02-01T00:00:00Z');
let world: World;
beforeAll(async () => {
  const all = async (userId: number) =>
    ['listed', 'on its way'].map((id) => ({
      ...{ id, userId, credentialId: `credential ${id}`, publicKey: new Uint8Array(), counter: 7 },
      ...{ transports: [], name: `${id}, of ${userId}`, isBackedUp: true, createdAt: used, lastUsedAt: used },
    }));
  const links = async (userId: number) => [
    { id: 'at ours', userId, issuer: 'https://id.example', keptAt: used, keptForMs: 0, lastUsedAt: used },
    {
      id: 'at another',
      userId,
      issuer: 'https://accounts.google.com',
      keptAt: used,
      keptForMs: 0,
      lastUsedAt: null,
    },
  ];
  const openid = { issuer: 'https://id.example/', label: 'Example ID' };
  world = await openWorld({ openid, vault: { passkeys: { all }, openidLinks: { all: links } } });
});
afterAll(() => world.close());

const path = '/api/user/sign-in-methods';

it('are those of the log, with the names of the vault', async () => {
  const ada = await world.register('ada');
  await world.register('bea');
  for (const methodId of ['listed', 'on its way out']) {
    const data = { userId: ada, methodId, kind: 'passkey' } as const;
    await world.record({ type: 'SignInMethodAdded', data }, streams.user(ada), ada);
  }
  for (const methodId of ['at ours', 'at another']) {
    const data = { userId: ada, methodId, kind: 'openid' } as const;
    await world.record({ type: 'SignInMethodAdded', data }, streams.user(ada), ada);
  }
  await world.settle();
  const way = (id: string, kind: string) => ({ id, kind, addedAt: expect.any(String) });
  const nothing = { name: null, lastUsedAt: null, isBackedUp: null, credentialId: null };
  const answer = await world.json(ownSignInMethodsSchema, path, { as: ada });
  expect(answer).toEqual([
    { ...way('password', 'password'), ...nothing },
    {
      ...way('listed', 'passkey'),
      name: `listed, of ${ada}`,
      lastUsedAt: used.toISOString(),
      isBackedUp: true,
      credentialId: 'credential listed',
    },
    { ...way('on its way out', 'passkey'), ...nothing },
    { ...way('at ours', 'openid'), ...nothing, name: 'Example ID', lastUsedAt: used.toISOString() },
    { ...way('at another', 'openid'), ...nothing, name: 'Google' },
  ]);
});

it('are hidden from other members', async () => {
  await world.problem(401, 'not_signed_in', path);
});
