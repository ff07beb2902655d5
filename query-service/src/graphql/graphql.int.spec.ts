import { streams } from '@pmcw/contracts/events';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let ada: number;
let bob: number;
let boss: number;

beforeAll(async () => {
  world = await openWorld();
  ada = await world.register('Ada');
  bob = await world.register('bob');
  boss = await world.register('boss');
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
  const wallet = {
    userId: bob,
    walletId: 'w',
    network: 'SOL',
    address: 'So11111111111111111111111111111111111111112',
  };
  await world.record({ type: 'WalletAdded', data: wallet }, streams.user(bob));
  const notes = { userId: bob, notes: 'met twice' };
  await world.record({ type: 'AdminNotesChanged', data: notes }, streams.user(bob));
  const request = { userId: bob, requestId: 'r1', message: 'please' };
  await world.record({ type: 'VerificationRequested', data: request }, streams.user(bob));
  for (let index = 0; index < 8; index += 1) {
    const peer = await world.register(`peer_${index}`);
    for (let each = 0; each < 3; each += 1) await world.send(peer, ada, `${index}.${each}`);
  }
  await world.settle();
});
afterAll(() => world.close());

const resultSchema = v.object({
  data: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  errors: v.optional(
    v.array(
      v.object({
        message: v.string(),
        extensions: v.looseObject({ code: v.string() }),
        path: v.optional(v.array(v.unknown())),
      }),
    ),
  ),
});

const query = async (text: string, as?: number, variables?: Record<string, unknown>, status = 200) => {
  const response = await world.ask('/graphql', {
    method: 'POST',
    body: { query: text, variables },
    ...(as === undefined ? {} : { as }),
  });
  expect(response.status).toBe(status);
  return v.parse(resultSchema, await response.json());
};

describe('queries', () => {
  it('answer what REST answers', async () => {
    expect(await query('{ me { id username profile { username } } }', ada)).toEqual({
      data: { me: { id: ada, username: 'Ada', profile: { username: 'Ada' } } },
    });
    expect(
      await query('{ profile(username: "BOB") { username wallets { network } socials { id } } }'),
    ).toEqual({
      data: { profile: { username: 'bob', wallets: [{ network: 'SOL' }], socials: [] } },
    });
    const directory = `query($type: String) {
      directory(query: "peer", userType: $type, limit: 2, page: 2, sort: newest) { users { username } pagination { total totalPages } }
    }`;
    expect(await query(directory, undefined, { type: 'General User' })).toEqual({
      data: {
        directory: {
          users: [{ username: 'peer_5' }, { username: 'peer_4' }],
          pagination: { total: 8, totalPages: 4 },
        },
      },
    });
  });

  it('restrict strangers like REST: no member, no conversations', async () => {
    expect(await query('{ me { id } profile(username: "nobody") { id } }')).toEqual({
      data: { me: null, profile: null },
    });
    const refused = await query('{ conversations { conversations { userId } } }');
    expect(refused).toMatchObject({
      data: null,
      errors: [{ message: 'Please login to continue.', extensions: { code: 'not_signed_in' } }],
    });
  });

  it('page through each conversation’s own messages', async () => {
    const text = `query($before: String) { conversations(limit: 2) { next conversations {
      username unreadCount messages(limit: 2, before: $before) { content position sender { username } }
    } } }`;
    const { data } = await query(text, ada);
    expect(data?.conversations).toMatchObject({
      conversations: [
        {
          username: 'peer_7',
          unreadCount: 3,
          messages: [{ content: '7.2', sender: { username: 'peer_7' } }, { content: '7.1' }],
        },
        { username: 'peer_6', messages: [{ content: '6.2' }, { content: '6.1' }] },
      ],
      next: expect.any(String),
    });
    const older = await query(text, ada, { before: '1' });
    expect(older.data?.conversations).toMatchObject({ conversations: [{ messages: [] }, { messages: [] }] });
  });

  it('page through the conversations', async () => {
    const text = `query($before: String) { conversations(limit: 3, before: $before) { conversations { username } next } }`;
    const schema = v.object({
      conversations: v.object({
        conversations: v.array(v.object({ username: v.string() })),
        next: v.nullable(v.string()),
      }),
    });
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const { data } = await query(text, ada, { before });
      const { conversations } = v.parse(schema, data);
      seen.push(...conversations.conversations.map(({ username }) => username));
      before = conversations.next;
    } while (before !== null);
    expect(seen).toEqual(Array.from({ length: 8 }, (_, index) => `peer_${7 - index}`));
  });

  it('refuse arguments as REST does, field by field', async () => {
    expect(await query('{ directory(limit: 1000) { pagination { total } } }')).toMatchObject({
      errors: [{ extensions: { code: 'invalid_input', errors: [{ path: 'limit' }] }, path: ['directory'] }],
    });
    expect(
      await query('{ conversations { conversations { messages(before: "x") { id } } } }', ada),
    ).toMatchObject({
      errors: [
        { extensions: { code: 'invalid_input' }, path: ['conversations', 'conversations', 0, 'messages'] },
      ],
    });
  });

  it('wait for what was just written', async () => {
    const id = await world.register('fresh');
    const { position } = await world.send(id, null, 'hello');
    const response = await world.ask('/graphql', {
      method: 'POST',
      as: id,
      headers: { 'x-min-position': position },
      body: { query: '{ me { username } }' },
    });
    expect(await response.json()).toEqual({ data: { me: { username: 'fresh' } } });
  });
});

describe('queries for administrators', () => {
  const text = `{ adminStats { totalUsers authorizedUsers pendingUsers suspendedUsers }
    adminUsers(query: "BOB@", limit: 5) { users { username email walletCount profile { wallets { id } } } pagination { total } } }`;

  it('are answered', async () => {
    const { data, errors } = await query(text, boss);
    expect(errors).toBeUndefined();
    expect(data?.adminStats).toMatchObject({ authorizedUsers: 0, suspendedUsers: 0 });
    const user = { username: 'bob', email: 'bob@example.org', walletCount: 1 };
    expect(data?.adminUsers).toEqual({
      users: [{ ...user, profile: { wallets: [{ id: 'w' }] } }],
      pagination: { total: 1 },
    });
  });

  it('include a member by id, with notes, wallets, links and requests, and the queue of requests', async () => {
    const member = `{ username notes wallets { id } socials { id } requests { id status } }`;
    const { data } = await query(
      `query($id: Int!) { adminUser(id: $id) ${member} verificationRequests { requests { id user { username } member ${member} } next } }`,
      boss,
      { id: bob },
    );
    const requests = [{ id: 'r1', status: 'open' }];
    const found = { username: 'bob', notes: 'met twice', wallets: [{ id: 'w' }], socials: [], requests };
    expect(data).toEqual({
      adminUser: found,
      verificationRequests: {
        requests: [{ id: 'r1', user: { username: 'bob' }, member: found }],
        next: null,
      },
    });
    expect(await query('{ adminUser(id: 2147483647) { id } }', boss)).toEqual({ data: { adminUser: null } });
    expect(await query('{ adminUser(id: 0) { id } }', boss)).toMatchObject({
      errors: [{ extensions: { code: 'invalid_input' } }],
    });
  });

  it('refuse arguments as REST does', async () => {
    expect(await query('{ adminUsers(page: 0) { users { id } } }', boss)).toMatchObject({
      errors: [{ extensions: { code: 'invalid_input', errors: [{ path: 'page' }] } }],
    });
  });

  it('cost as much as lists do', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `a${index}: adminStats { totalUsers }`).join(' ');
    expect((await query(`{ ${many} }`, boss, undefined, 400)).errors?.[0]?.message).toContain('costs');
  });
});

describe('limits', () => {
  const nested = (depth: number): string =>
    depth === 1 ? '__typename' : `... on Query { ${nested(depth - 1)} }`;

  it.each([
    ['no document', '', 'Syntax Error'],
    ['a broken one', '{ me {', 'Syntax Error'],
    ['JSON in its place', '{"kind":"Document"}', 'Syntax Error'],
    ['a list in its place', '[1]', 'Syntax Error'],
    ['an unknown field', '{ secrets }', 'Cannot query field'],
    [
      'a circle of fragments',
      '{ me { ...a } } fragment a on Me { ...b } fragment b on Me { ...a }',
      'Cannot spread fragment',
    ],
    ['too many tokens', `{ ${'me { id } '.repeat(400)} }`, 'tokens'],
    ['too deep a nesting', `{ ${nested(9)} }`, 'depth (9) exceeds'],
    [
      'too many lookups',
      `{ ${Array.from({ length: 21 }, (_, index) => `a${index}: profile(username: "ada") { id }`).join(' ')} }`,
      'costs',
    ],
    [
      'too many counts',
      `{ ${Array.from({ length: 21 }, (_, index) => `a${index}: unreadNotifications`).join(' ')} }`,
      'costs',
    ],
    [
      'too large a product',
      '{ conversations(limit: 100) { conversations { messages(limit: 200) { sender { username } } } } }',
      'costs',
    ],
  ])('refuse %s', async (_name, text, message) => {
    const { errors } = await query(text, ada, undefined, 400);
    expect(errors?.[0]?.message).toContain(message);
    expect(errors?.[0]?.extensions.code).toBe('invalid_input');
  });

  it('allow the deepest allowed nesting', async () => {
    expect(await query(`{ ${nested(8)} }`, ada)).toEqual({ data: { __typename: 'Query' } });
  });

  it('count what variables and fragments ask for', async () => {
    const text = `query($limit: Int = 200) { conversations(limit: $limit) { conversations { ...both } } }
      fragment both on Conversation { messages(limit: $limit) { sender { username } } }`;
    const { errors } = await query(text, ada, {}, 400);
    expect(errors?.[0]?.message).toContain('costs');
    expect((await query(text, ada, { limit: 3 })).errors).toBeUndefined();
  });

  it('allow queries only', async () => {
    const { data, errors } = await query('mutation { me { id } }', ada);
    expect(data).toBeNull();
    expect(errors?.[0]?.message).toContain('not configured to execute mutation');
  });
});

describe('POST /graphql', () => {
  it('is the only route', async () => {
    expect((await world.ask('/graphql?query={__typename}')).status).toBe(404);
    const body = { query: '{ __typename }' };
    await world.problem(403, 'foreign_origin', '/graphql', {
      method: 'POST',
      body,
      headers: { origin: 'https://evil.example' },
    });
    expect((await world.ask('/graphql', { method: 'POST', body: [body] })).status).toBe(400);
    await world.problem(400, 'invalid_input', '/graphql', {
      method: 'POST',
      body: { query: 'x'.repeat(10_001) },
    });
  });
});
