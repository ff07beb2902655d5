import { texts } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  adminPassword,
  type Browser,
  newAddress,
  password,
  type Running,
  registration,
  run,
} from './running.ts';

const roles = ['anonymous', 'suspended', 'other', 'member', 'admin'] as const;
type Role = (typeof roles)[number];
/** A status, or the code of a refusal. */
type Outcome = number | string;
type Outcomes = Readonly<Record<Role, Outcome>>;

let app: Running;
let ids: { readonly admin: number; readonly other: number; readonly suspended: number };
beforeAll(async () => {
  app = await run();
  const admin = await app.administrator();
  const [other, suspended] = await Promise.all([app.register('other'), app.register('suspended')]);
  await admin.call('PATCH', `/api/admin/users/${suspended.id}/suspend`, { isSuspended: true });
  ids = { admin: admin.id, other: other.id, suspended: suspended.id };
});
afterAll(() => app.stop());

let count = 0;
/** A name that nobody has. */
const fresh = () => {
  count += 1;
  return `fresh_${count}`;
};

/** A new member with something of everything, whose things the operations are about. */
async function newMember() {
  const member = await app.register(fresh());
  const make = async (path: string, body: object) => {
    const answer = await member.post(path, body);
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return String(answer.body.id);
  };
  return {
    ...member,
    wallet: () => make('/api/user/wallets', { network: 'PMCW', address: newAddress() }),
    social: () => make('/api/user/socials', { platform: 'twitter', username: member.username }),
    request: () => make('/api/verification-requests', {}),
    message: () => make('/api/messages', { receiverId: ids.other, content: 'Hello' }),
  };
}
type Target = Awaited<ReturnType<typeof newMember>>;

interface Asked {
  readonly path: string;
  readonly body?: (role: Role) => object;
}
interface Row {
  readonly ask: (target: Target) => Promise<Asked> | Asked;
  readonly outcomes: Outcomes;
}

const everybody = (status: number): Outcomes => ({
  anonymous: status,
  suspended: status,
  other: status,
  member: status,
  admin: status,
});
const members = (status: number, more: Partial<Outcomes> = {}): Outcomes => ({
  ...everybody(status),
  anonymous: 'not_signed_in',
  suspended: 'suspended',
  ...more,
});
const administrators = (status: number): Outcomes =>
  members(status, { other: 'forbidden', member: 'forbidden' });
const address = () => ({ network: 'XYZ', address: newAddress() });
const ownPassword = (role: Role) => (role === 'admin' ? adminPassword : password);
const onUser = (rest: string, body: object): Row => ({
  ask: ({ id }) => ({ path: `/api/admin/users/${id}/${rest}`, body: () => body }),
  outcomes: administrators(200),
});

/** Every operation of this service: what it answers to whom. */
const rows: Readonly<Record<string, Row>> = {
  'POST /api/register': {
    ask: () => ({ path: '/api/register', body: () => registration(fresh()) }),
    outcomes: everybody(201),
  },
  'POST /api/login': {
    ask: ({ username }) => ({
      path: '/api/login',
      body: (role) => ({ username: role === 'suspended' ? 'suspended' : username, password }),
    }),
    outcomes: { ...everybody(200), suspended: 'suspended' },
  },
  'POST /api/logout': { ask: () => ({ path: '/api/logout' }), outcomes: everybody(204) },
  'POST /api/user/change-password': {
    ask: () => ({
      path: '/api/user/change-password',
      body: (role) => ({ currentPassword: ownPassword(role), newPassword: ownPassword(role) }),
    }),
    outcomes: members(204),
  },
  'PATCH /api/user/profile': {
    ask: () => ({ path: '/api/user/profile', body: () => ({ fullName: 'A Name' }) }),
    outcomes: members(200),
  },
  'POST /api/user/wallets': {
    ask: () => ({ path: '/api/user/wallets', body: address }),
    outcomes: members(201),
  },
  'POST /api/wallet-addresses': {
    ask: () => ({ path: '/api/wallet-addresses', body: address }),
    outcomes: members(201),
  },
  'DELETE /api/user/wallets/{id}': {
    ask: async ({ wallet }) => ({ path: `/api/user/wallets/${await wallet()}` }),
    outcomes: members(404, { member: 204 }),
  },
  'POST /api/user/socials': {
    ask: () => ({ path: '/api/user/socials', body: () => ({ platform: 'twitter', username: 'me' }) }),
    outcomes: members(201),
  },
  'DELETE /api/user/socials/{id}': {
    ask: async ({ social }) => ({ path: `/api/user/socials/${await social()}` }),
    outcomes: members(404, { member: 204 }),
  },
  'POST /api/messages': {
    ask: ({ id }) => ({ path: '/api/messages', body: () => ({ receiverId: id, content: 'Hello' }) }),
    outcomes: members(201, { member: 'invalid_input' }),
  },
  'POST /api/messages/global': {
    ask: () => ({ path: '/api/messages/global', body: () => ({ content: 'Hello all' }) }),
    outcomes: members(201),
  },
  'POST /api/messages/read/{userId}': {
    ask: ({ id }) => ({ path: `/api/messages/read/${id}` }),
    outcomes: members(204, { member: 404 }),
  },
  'POST /api/messages/global/read': {
    ask: () => ({ path: '/api/messages/global/read' }),
    outcomes: members(204),
  },
  'DELETE /api/messages/{id}': {
    ask: async ({ message }) => ({ path: `/api/messages/${await message()}` }),
    outcomes: members(404, { member: 204 }),
  },
  'POST /api/verification-requests': {
    ask: async ({ id, wallet }) => {
      await wallet();
      return { path: '/api/verification-requests', body: () => ({ userId: id }) };
    },
    outcomes: members(403, { member: 201 }),
  },
  'POST /api/admin/verification-requests/{id}/approve': {
    ask: async ({ wallet, request }) => {
      await wallet();
      return { path: `/api/admin/verification-requests/${await request()}/approve` };
    },
    outcomes: administrators(200),
  },
  'POST /api/admin/verification-requests/{id}/reject': {
    ask: async ({ wallet, request }) => {
      await wallet();
      const path = `/api/admin/verification-requests/${await request()}/reject`;
      return { path, body: () => ({ reason: 'Who are you?' }) };
    },
    outcomes: administrators(204),
  },
  'PATCH /api/admin/users/{id}/authorize': onUser('authorize', { isAuthorized: true }),
  'PATCH /api/admin/users/{id}/suspend': onUser('suspend', { isSuspended: true }),
  'PATCH /api/admin/users/{id}/type': onUser('type', { userType: 'Charity' }),
  'PATCH /api/admin/users/{id}/pmcw-tokens': onUser('pmcw-tokens', { pmcwTokens: 3 }),
  'PUT /api/admin/users/{id}/notes': {
    ...onUser('notes', { notes: 'Called twice' }),
    outcomes: administrators(204),
  },
  'DELETE /api/admin/users/{id}/wallets/{walletId}': {
    ask: async ({ id, wallet }) => ({ path: `/api/admin/users/${id}/wallets/${await wallet()}` }),
    outcomes: administrators(204),
  },
  'DELETE /api/admin/users/{id}/socials/{socialId}': {
    ask: async ({ id, social }) => ({ path: `/api/admin/users/${id}/socials/${await social()}` }),
    outcomes: administrators(204),
  },
};

const sentences: Readonly<Record<string, string>> = {
  not_signed_in: texts.refusals.notSignedIn,
  suspended: texts.refusals.suspended,
  forbidden: texts.refusals.adminsOnly,
  invalid_input: texts.refusals.messageToSelf,
};

function browserOf(role: Role, target: Target): Promise<Browser> {
  if (role === 'anonymous') return Promise.resolve(app.browser());
  return app.withSession(role === 'member' ? target.id : ids[role]);
}

describe('every operation', () => {
  it('has a row', () => {
    const { paths = {} } = app.server.swagger();
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual(Object.keys(rows).sort());
  });

  it.each(Object.entries(rows))('%s answers each role', async (operation, { ask, outcomes }) => {
    const method = operation.slice(0, operation.indexOf(' '));
    const target = await newMember();
    const { path, body } = await ask(target);
    for (const role of roles) {
      const browser = await browserOf(role, target);
      const before = await app.eventStore.head();
      const answer = await browser.call(method, path, body?.(role));
      const outcome = outcomes[role];
      const sentence = sentences[outcome];
      if (typeof outcome === 'number') expect([role, answer.status]).toEqual([role, outcome]);
      else expect([role, answer.body.code, answer.body.detail]).toEqual([role, outcome, sentence]);
      if (answer.status >= 400) expect(await app.eventStore.head()).toBe(before);
    }
  });

  it.each(Object.entries(rows).filter(([, { outcomes }]) => outcomes.anonymous === 'not_signed_in'))(
    '%s refuses by role before it looks at what was sent',
    async (operation, { outcomes }) => {
      const [method = '', path = ''] = operation.split(' ');
      const nonsense = path.replaceAll(/\{\w+\}/g, '~');
      const body = method === 'DELETE' ? undefined : { nonsense: true };
      const target = await newMember();
      for (const role of roles.filter((each) => outcomes[each] === 'forbidden' || each === 'suspended')) {
        const answer = await (await browserOf(role, target)).call(method, nonsense, body);
        expect([role, answer.body.code]).toEqual([role, outcomes[role]]);
      }
    },
  );
});
