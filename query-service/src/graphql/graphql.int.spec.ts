import { streams } from '@pmcw/contracts/events';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let ada: number;
let bob: number;
let boss: number;

beforeAll(async () => {
  world = await openWorld({ production: true });
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

  it('keep to strangers what REST keeps: nobody is signed in, nobody has conversations', async () => {
    expect(await query('{ me { id } profile(username: "nobody") { id } }')).toEqual({
      data: { me: null, profile: null },
    });
    const refused = await query('{ conversations { userId } }');
    expect(refused).toMatchObject({
      data: null,
      errors: [{ message: 'Please login to continue.', extensions: { code: 'not_signed_in' } }],
    });
  });

  it('page through each conversation’s own messages', async () => {
    const text = `query($before: String) { conversations(limit: 2) { username unreadCount messages(limit: 2, before: $before) { content position sender { username } } } }`;
    const { data } = await query(text, ada);
    expect(data?.conversations).toMatchObject([
      {
        username: 'peer_7',
        unreadCount: 3,
        messages: [{ content: '7.2', sender: { username: 'peer_7' } }, { content: '7.1' }],
      },
      { username: 'peer_6', messages: [{ content: '6.2' }, { content: '6.1' }] },
    ]);
    const older = await query(text, ada, { before: '1' });
    expect(older.data?.conversations).toMatchObject([{ messages: [] }, { messages: [] }]);
  });

  it('send three statements for conversations with members and messages, however many', async () => {
    const text = (limit: number) => `{ conversations(limit: ${limit}) {
      member { username wallets { address } } messages(limit: 5) { content } lastMessage { content }
    } }`;
    for (const limit of [1, 8]) {
      expect(await world.statementsOf(() => query(text(limit), ada))).toBe(3);
    }
  });

  it('send three statements for a directory with profiles', async () => {
    const text = '{ directory(limit: 11) { users { username profile { bio socials { id } } } } }';
    expect(await world.statementsOf(() => query(text))).toBe(3);
  });

  it('refuse arguments as REST does, field by field', async () => {
    expect(await query('{ directory(limit: 1000) { pagination { total } } }')).toMatchObject({
      errors: [{ extensions: { code: 'invalid_input', errors: [{ path: 'limit' }] }, path: ['directory'] }],
    });
    expect(await query('{ conversations { messages(before: "x") { id } } }', ada)).toMatchObject({
      errors: [{ extensions: { code: 'invalid_input' }, path: ['conversations', 0, 'messages'] }],
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

describe('what is for administrators', () => {
  const text = `{ adminStats { totalUsers authorizedUsers pendingUsers suspendedUsers }
    adminUsers(query: "BOB@", limit: 5) { users { username email walletCount profile { wallets { id } } } pagination { total } } }`;

  it('answers them', async () => {
    const { data, errors } = await query(text, boss);
    expect(errors).toBeUndefined();
    expect(data?.adminStats).toMatchObject({ authorizedUsers: 0, suspendedUsers: 0 });
    const user = { username: 'bob', email: 'bob@example.org', walletCount: 1 };
    expect(data?.adminUsers).toEqual({
      users: [{ ...user, profile: { wallets: [{ id: 'w' }] } }],
      pagination: { total: 1 },
    });
  });

  it('refuses everybody else, as REST does', async () => {
    for (const field of ['adminStats { totalUsers }', 'adminUsers { users { email } }']) {
      const refusal = async (as?: number) => (await query(`{ ${field} }`, as)).errors?.[0]?.extensions.code;
      expect(await refusal()).toBe('not_signed_in');
      expect(await refusal(ada)).toBe('forbidden');
      expect(await query(`{ ${field} }`, ada)).toMatchObject({ data: null });
    }
  });

  it('refuses arguments as REST does', async () => {
    expect(await query('{ adminUsers(page: 0) { users { id } } }', boss)).toMatchObject({
      errors: [{ extensions: { code: 'invalid_input', errors: [{ path: 'page' }] } }],
    });
  });

  it('sends a statement for the guard, one for the page and one for all profiles', async () => {
    const ask = () => query('{ adminUsers(limit: 11) { users { profile { wallets { id } } } } }', boss);
    expect(await world.statementsOf(ask)).toBe(3);
  });

  it('costs what lists cost', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `a${index}: adminStats { totalUsers }`).join(' ');
    expect((await query(`{ ${many} }`, boss, undefined, 400)).errors?.[0]?.message).toContain('costs');
  });
});

describe('limits', () => {
  const nested = (depth: number): string => (depth === 0 ? 'id' : `... on Query { ${nested(depth - 1)} }`);

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
    ['too deep a nesting', `{ ${nested(9)} }`, ''],
    [
      'too many lookups',
      `{ ${Array.from({ length: 21 }, (_, index) => `a${index}: profile(username: "ada") { id }`).join(' ')} }`,
      'costs',
    ],
    [
      'too large a product',
      '{ conversations(limit: 100) { messages(limit: 200) { sender { username } } } }',
      'costs',
    ],
  ])('refuse %s', async (_name, text, message) => {
    const { errors } = await query(text, ada, undefined, 400);
    expect(errors?.[0]?.message).toContain(message);
    expect(errors?.[0]?.extensions.code).toBe('invalid_input');
  });

  it('count what variables and fragments ask for', async () => {
    const text = `query($limit: Int = 200) { conversations(limit: $limit) { ...both } }
      fragment both on Conversation { messages(limit: $limit) { sender { username } } }`;
    const { errors } = await query(text, ada, {}, 400);
    expect(errors?.[0]?.message).toContain('costs');
    expect((await query(text, ada, { limit: 3 })).errors).toBeUndefined();
  });

  it('know nothing but queries', async () => {
    const { data, errors } = await query('mutation { me { id } }', ada);
    expect(data).toBeNull();
    expect(errors?.[0]?.message).toContain('not configured to execute mutation');
  });

  it('do not depend on what was asked before', async () => {
    const text = '{ __schema { queryType { name } } }';
    expect((await query(text, boss)).data).toEqual({ __schema: { queryType: { name: 'Query' } } });
    for (const as of [undefined, ada]) {
      expect((await query(text, as, undefined, 400)).errors?.[0]?.extensions.code).toBe('forbidden');
    }
    expect(
      (await query('{ me { id } __type(name: "Me") { name } }', ada, undefined, 400)).errors,
    ).toHaveLength(1);
    expect((await query('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });
});

describe('POST /graphql', () => {
  it('is the only way in', async () => {
    expect((await world.ask('/graphql?query={__typename}')).status).toBe(404);
    const body = { query: '{ __typename }' };
    await world.problem(403, 'foreign_origin', '/graphql', {
      method: 'POST',
      body,
      headers: { origin: 'https://evil.example' },
    });
    await world.problem(400, 'invalid_input', '/graphql', { method: 'POST', body: [body] });
    await world.problem(400, 'invalid_input', '/graphql', {
      method: 'POST',
      body: { query: 'x'.repeat(10_001) },
    });
  });
});
