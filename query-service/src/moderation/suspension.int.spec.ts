import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  conversationSchema,
  conversationsSchema,
  directorySchema,
  featuredUserSchema,
  messagesSchema,
  profileSchema,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let appFiles: string;
let boss: number;
let bob: number;
let mallory: number;
/** The position of mallory's suspension. */
let headers: { readonly 'x-min-position': string };

beforeAll(async () => {
  appFiles = await mkdtemp(path.join(tmpdir(), 'app-files-'));
  await writeFile(
    path.join(appFiles, 'index.html'),
    '<html><head><!--head--></head><body><div id="root"></div></body></html>',
  );
  world = await openWorld({ appFiles });
  boss = await world.register('boss');
  bob = await world.register('bob');
  mallory = await world.register({ username: 'mallory', fullName: 'Mallory Malign' });
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
  for (const userId of [bob, mallory]) {
    await world.record({ type: 'UserVerified', data: { userId } }, streams.user(userId));
  }
  await world.send(mallory, bob, 'hello from mallory');
  await world.settle();
});
afterAll(async () => {
  await world.close();
  await rm(appFiles, { recursive: true });
});

const record = async (type: 'UserSuspended' | 'UserUnsuspended') => {
  const position = await world.record({ type, data: { userId: mallory } }, streams.user(mallory));
  headers = { 'x-min-position': position };
};

const cards = async (query = '', as?: number) => {
  const asking = as === undefined ? { headers } : { headers, as };
  const { users, pagination } = await world.json(directorySchema, `/api/directory${query}`, asking);
  expect(pagination.total).toBe(users.length);
  return users.map(({ username }) => username);
};
const featured = async () =>
  (await world.json(v.array(featuredUserSchema), '/api/featured-users', { headers })).map(
    ({ username }) => username,
  );
const graphql = async (query: string, as?: number): Promise<unknown> => {
  const response = await world.ask('/graphql', {
    method: 'POST',
    headers,
    body: { query },
    ...(as === undefined ? {} : { as }),
  });
  return response.json();
};

describe('a suspended member', () => {
  beforeAll(() => record('UserSuspended'));

  it('is left out of the directory, in every listing, and of the featured members', async () => {
    for (const sort of ['username', 'newest', 'oldest']) {
      expect((await cards(`?sort=${sort}`)).sort()).toEqual(['bob', 'boss']);
    }
    for (const query of ['query=malign', 'isAuthorized=true&query=mallory']) {
      for (const as of [undefined, bob, boss]) expect(await cards(`?${query}`, as)).toEqual([]);
    }
    expect(await cards('?isAuthorized=true')).toEqual(['bob']);
    expect(await featured()).toEqual(['bob']);
  });

  it('has no profile, except for administrators', async () => {
    for (const as of [undefined, bob, mallory]) {
      const asking = as === undefined ? { headers } : { headers, as };
      await world.problem(404, 'not_found', '/api/profile/mallory', asking);
    }
    const seen = await world.json(profileSchema, '/api/profile/mallory', { headers, as: boss });
    expect(seen.username).toBe('mallory');
  });

  it.each(['/mallory', '/profile/MALLORY'])('has no page at %s, and no preview', async (name) => {
    for (const as of [undefined, boss]) {
      const response = await world.ask(name, as === undefined ? { headers } : { headers, as });
      expect(response.status).toBe(404);
      const page = await response.text();
      expect(page).not.toMatch(/mallory|malign/i);
      expect(page).toContain('noindex');
    }
  });

  it('is hidden in GraphQL as in REST', async () => {
    const profile = '{ profile(username: "mallory") { username } }';
    for (const as of [undefined, bob]) {
      expect(await graphql(profile, as)).toEqual({ data: { profile: null } });
    }
    expect(await graphql(profile, boss)).toEqual({ data: { profile: { username: 'mallory' } } });
    expect(
      await graphql('{ directory(query: "mallory") { users { username } pagination { total } } }'),
    ).toEqual({
      data: { directory: { users: [], pagination: { total: 0 } } },
    });
    expect(
      await graphql('{ conversations { conversations { username member { username } } } }', bob),
    ).toEqual({
      data: { conversations: { conversations: [{ username: 'mallory', member: null }] } },
    });
  });

  it('leaves conversations readable', async () => {
    const conversations = await world.json(conversationsSchema, '/api/messages/conversations', {
      as: bob,
      headers,
    });
    expect(conversations).toMatchObject([
      { username: 'mallory', lastMessage: { content: 'hello from mallory' } },
    ]);
    const thread = await world.json(messagesSchema, `/api/messages/${mallory}`, { as: bob, headers });
    expect(thread.map(({ content }) => content)).toEqual(['hello from mallory']);
    const found = await world.json(conversationSchema, '/api/messages/find-conversation/mallory', {
      as: bob,
      headers,
    });
    expect(found.userId).toBe(mallory);
  });
});

describe('an administrator who is suspended', () => {
  it('has no more access than a stranger', async () => {
    const userId = await world.register('former_boss');
    await world.record({ type: 'AdminGranted', data: { userId } }, streams.user(userId));
    const asking = { as: userId };
    await world.settle();
    expect((await world.ask('/api/profile/mallory', asking)).status).toBe(200);
    await world.record({ type: 'UserSuspended', data: { userId } }, streams.user(userId));
    await world.settle();
    await world.problem(404, 'not_found', '/api/profile/mallory', asking);
  });
});

describe('a member after the suspension', () => {
  beforeAll(() => record('UserUnsuspended'));

  it('is back everywhere', async () => {
    expect(await cards('?query=mallory')).toEqual(['mallory']);
    expect(await featured()).toEqual(['mallory', 'bob']);
    expect((await world.ask('/api/profile/mallory', { headers })).status).toBe(200);
    const response = await world.ask('/mallory', { headers });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Mallory Malign');
    expect(await graphql('{ conversations { conversations { member { username } } } }', bob)).toEqual({
      data: { conversations: { conversations: [{ member: { username: 'mallory' } }] } },
    });
  });
});
