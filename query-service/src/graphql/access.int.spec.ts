import { streams } from '@pmcw/contracts/events';
import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql/index.js';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { checkAccess } from './access.ts';
import { schema } from './schema.ts';

const roles = ['anonymous', 'member', 'other', 'admin', 'suspended'] as const;
type Role = (typeof roles)[number];
/** The code of a refusal, or null for an answer. */
type Outcomes = Readonly<Record<Role, string | null>>;

let world: World;
let ids: Readonly<Record<Exclude<Role, 'anonymous'>, number>>;
beforeAll(async () => {
  world = await openWorld();
  const member = await world.register({ username: 'ada', fullName: 'Ada' });
  const other = await world.register('bob');
  const admin = await world.register('boss');
  const suspended = await world.register('mallory');
  ids = { member, other, admin, suspended };
  await world.record({ type: 'AdminGranted', data: { userId: admin } }, streams.user(admin));
  // Also a former administrator: suspension withdraws that.
  await world.record({ type: 'AdminGranted', data: { userId: suspended } }, streams.user(suspended));
  await world.record({ type: 'UserSuspended', data: { userId: suspended } }, streams.user(suspended));
  await world.send(member, admin, 'mark: private words');
  await world.send(other, suspended, 'other words');
  const notes = { userId: member, notes: 'mark: notes' };
  await world.record({ type: 'AdminNotesChanged', data: notes }, streams.user(member));
  const wallet = { userId: member, walletId: 'w', network: 'ETH', address: '0xabc' };
  await world.record({ type: 'WalletAdded', data: wallet }, streams.user(member));
  const proof = { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } as const;
  await world.record(
    { type: 'WalletProved', data: { userId: member, walletId: 'w', ...proof } },
    streams.user(member),
  );
  const ens = { userId: member, walletId: 'w', name: 'ada.eth' };
  await world.record({ type: 'EnsNameSeen', data: ens }, streams.user(member));
  const link = { userId: member, socialId: 's' };
  const added = { ...link, platform: 'github', username: 'ada' } as const;
  await world.record({ type: 'SocialLinkAdded', data: added }, streams.user(member));
  await world.record({ type: 'LinkBackSeen', data: { ...link, by: 'rel_me' } }, streams.user(member));
  const request = { userId: member, requestId: 'r', message: 'mark: request' };
  await world.record({ type: 'VerificationRequested', data: request }, streams.user(member));
  await world.record(
    { type: 'VerificationRejected', data: { userId: member, requestId: 'r', reason: 'mark: reason' } },
    streams.user(member),
  );
  await world.settle();
});
afterAll(() => world.close());

const everybody: Outcomes = { anonymous: null, member: null, other: null, admin: null, suspended: null };
const members: Outcomes = { ...everybody, anonymous: 'not_signed_in' };
const administrators: Outcomes = {
  anonymous: 'not_signed_in',
  member: 'forbidden',
  other: 'forbidden',
  admin: null,
  suspended: 'forbidden',
};

/** An event that does not exist. */
const nobodys = '00000000-0000-4000-8000-000000000000';

/** A path to every object of the schema (`%` stands for its field), and its outcomes by role. */
const ways: Readonly<Record<string, readonly [way: string, outcomes: Outcomes]>> = {
  Me: ['me { % }', everybody],
  Profile: ['profile(username: "ada") { % }', everybody],
  Wallet: ['profile(username: "ada") { wallets { % } }', everybody],
  WalletProof: ['profile(username: "ada") { wallets { proof { % } } }', everybody],
  EnsName: ['profile(username: "ada") { wallets { ensName { % } } }', everybody],
  FormerWallet: ['profile(username: "ada") { formerWallets { % } }', everybody],
  SocialLink: ['profile(username: "ada") { socials { % } }', everybody],
  LinkBack: ['profile(username: "ada") { socials { linksBack { % } } }', everybody],
  Directory: ['directory { % }', everybody],
  DirectoryCard: ['directory { users { % } }', everybody],
  Pagination: ['directory { pagination { % } }', everybody],
  Settings: ['settings { % }', everybody],
  Conversations: ['conversations { % }', members],
  Conversation: ['conversations { conversations { % } }', members],
  Message: ['conversations { conversations { messages { % } } }', members],
  MemberCard: ['conversations { conversations { messages { sender { % } } } }', members],
  Notifications: ['notifications { % }', members],
  NotificationDelivery: ['notifications { deliveries { % } }', members],
  NotificationText: ['notifications { deliveries { notification { % } } }', members],
  AdminStats: ['adminStats { % }', administrators],
  AdminUsers: ['adminUsers { % }', administrators],
  AdminUser: ['adminUsers { users { % } }', administrators],
  VerificationRequests: ['verificationRequests(status: rejected) { % }', administrators],
  VerificationRequest: ['verificationRequests(status: rejected) { requests { % } }', administrators],
  RequestWallet: ['verificationRequests(status: rejected) { requests { wallets { % } } }', administrators],
  History: ['history { % }', administrators],
  HistoryEntry: ['history { entries { % } }', administrators],
  HistoryMember: ['history { entries { target { % } } }', administrators],
  HistoryChain: [`historyChain(eventId: "${nobodys}") { % }`, administrators],
  HistoryDetails: [`historyDetails(eventId: "${nobodys}") { % }`, administrators],
};
/** Every field of `Query`, and its outcomes by role. */
const roots: Readonly<Record<string, readonly [text: string, outcomes: Outcomes]>> = {
  me: ['me { __typename }', everybody],
  profile: ['profile(username: "ada") { __typename }', everybody],
  directory: ['directory { __typename }', everybody],
  settings: ['settings { __typename }', everybody],
  conversations: ['conversations { __typename }', members],
  notifications: ['notifications { __typename }', members],
  unreadNotifications: ['unreadNotifications', members],
  adminStats: ['adminStats { __typename }', administrators],
  adminUsers: ['adminUsers { __typename }', administrators],
  adminUser: ['adminUser(id: 1) { __typename }', administrators],
  verificationRequests: ['verificationRequests { __typename }', administrators],
  history: ['history { __typename }', administrators],
  historyChain: [`historyChain(eventId: "${nobodys}") { __typename }`, administrators],
  historyDetails: [`historyDetails(eventId: "${nobodys}") { __typename }`, administrators],
};

const types = Object.values(buildSchema(schema).getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
);
const resultSchema = v.object({
  data: v.nullable(v.record(v.string(), v.unknown())),
  errors: v.optional(v.array(v.object({ extensions: v.object({ code: v.string() }) }))),
});

async function asked(role: Role, text: string) {
  const as = role === 'anonymous' ? {} : { as: ids[role] };
  const response = await world.ask('/graphql', { method: 'POST', body: { query: `{ ${text} }` }, ...as });
  const { data, errors = [] } = v.parse(resultSchema, await response.json());
  return { data, code: errors[0]?.extensions.code ?? null, answer: JSON.stringify(data) };
}

const nested = types
  .filter(({ name }) => name !== 'Query')
  .flatMap((type) => {
    const [way = '', outcomes = administrators] = ways[type.name] ?? [];
    return Object.values(type.getFields()).map((field): readonly [string, string, Outcomes] => {
      const inside = isObjectType(getNamedType(field.type)) ? ' { __typename }' : '';
      return [`${type.name}.${field.name}`, way.replace('%', field.name + inside), outcomes];
    });
  });

describe('the access rules', () => {
  it('exist for every object of the schema and every field of Query', () => {
    const [query, ...others] = types.toSorted(
      (a, b) => Number(b.name === 'Query') - Number(a.name === 'Query'),
    );
    expect(Object.keys(roots).sort()).toEqual(Object.keys(query?.getFields() ?? {}).sort());
    expect(Object.keys(ways).sort()).toEqual(others.map(({ name }) => name).sort());
  });

  const fields = [
    ...Object.entries(roots).map(([name, [text, outcomes]]) => [`Query.${name}`, text, outcomes] as const),
    ...nested,
  ];
  it.each(fields)('hold for %s', async (_name, text, outcomes) => {
    for (const role of roles) {
      const { code, data } = await asked(role, text);
      expect([role, code]).toEqual([role, outcomes[role]]);
      if (code !== null) expect(Object.values(data ?? {}).filter((value) => value !== null)).toEqual([]);
    }
  });

  it('keep a member’s own data from all others, on every path', async () => {
    for (const [name, text] of nested) {
      for (const role of ['anonymous', 'other', 'suspended'] as const) {
        const { answer } = await asked(role, text);
        expect([name, role, /mark|ada@/.exec(answer)]).toEqual([name, role, null]);
      }
    }
    expect(
      (await asked('member', 'conversations { conversations { messages { content } } }')).answer,
    ).toContain('mark: private words');
    expect((await asked('admin', 'adminUsers { users { notes email } }')).answer).toMatch(
      /mark: notes.*ada@/,
    );
  });

  it('deny by default: no field may lead to stricter objects, and none may lack a rule', () => {
    const leaks = schema.replace('type Profile {', 'type Profile { account: AdminUser');
    expect(() => checkAccess(buildSchema(leaks))).toThrow(/^Profile\.account is for everybody /);
    const forgotten = schema.replace('type Query {', 'type Query { everything: String');
    expect(() => checkAccess(buildSchema(forgotten))).toThrow('The field everything of Query');
  });
});
