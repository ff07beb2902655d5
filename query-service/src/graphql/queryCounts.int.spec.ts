import { historySchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { openReadModels, type ReadModels } from '../storage/database.ts';
import { loadersOf } from './loaders.ts';
import { schema } from './schema.ts';

const many = 50;
const built = buildSchema(schema);

let world: World;
let db: ReadModels;
let boss: number;
/** Id of some event. */
let event: string;
beforeAll(async () => {
  world = await openWorld();
  db = openReadModels(world.databaseUrl);
  boss = await world.register('boss');
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
  for (let index = 0; index < many; index += 1) await newMember(index);
  await world.settle();
  const [newest] = await world.json(historySchema, '/api/admin/history?limit=1', { as: boss });
  event = newest?.eventId ?? '';
});
afterAll(async () => {
  await db.destroy();
  await world.close();
});

/** A member with something of everything. */
async function newMember(index: number): Promise<void> {
  const userId = await world.register(`member_${index}`);
  const wallet = { userId, walletId: `w${index}`, network: 'XYZ', address: `address of ${index}` };
  const former = { userId, walletId: `f${index}`, network: 'XYZ', address: `former address of ${index}` };
  const justNow = { time: new Date().toISOString() };
  const link = { userId, socialId: `s${index}`, platform: 'github', username: 'me' } as const;
  const request = { userId, requestId: `r${index}`, message: 'please' };
  const news = { notificationId: `n${index}`, title: 'News', message: 'To all', isActive: true };
  await world.record({ type: 'WalletAdded', data: wallet }, streams.user(userId));
  await world.record({ type: 'WalletAdded', data: former }, streams.user(userId));
  const proof = { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } as const;
  const proved = { userId, walletId: wallet.walletId, ...proof };
  await world.record({ type: 'WalletProved', data: proved }, streams.user(userId));
  const ens = { userId, walletId: wallet.walletId, name: 'me.eth' };
  await world.record({ type: 'EnsNameSeen', data: ens }, streams.user(userId));
  const removed = { userId, walletId: former.walletId };
  await world.record({ type: 'WalletRemoved', data: removed }, streams.user(userId), undefined, justNow);
  await world.record({ type: 'SocialLinkAdded', data: link }, streams.user(userId));
  const seen = { userId, socialId: link.socialId, by: 'rel_me' } as const;
  await world.record({ type: 'LinkBackSeen', data: seen }, streams.user(userId));
  await world.record({ type: 'VerificationRequested', data: request }, streams.user(userId));
  await world.record({ type: 'NotificationPublished', data: news }, streams.notification(`n${index}`));
  for (const text of ['one', 'two']) await world.send(userId, boss, text);
}

/** The path to a field, with so many rows in the lists above it; `%` stands for the field. */
type Way = (rows: number) => string;
const once: Way = () => '%';
const conversations: Way = (rows) => `conversations(limit: ${rows}) { conversations { % } }`;
const messages: Way = (rows) => conversations(rows).replace('%', 'messages(limit: 1) { % }');
const directory: Way = (rows) => `directory(query: "member", limit: ${rows}) { users { % } }`;
const profiles: Way = (rows) => directory(rows).replace('%', 'profile { % }');
const adminUsers: Way = (rows) => `adminUsers(query: "member", limit: ${rows}) { users { % } }`;
const history: Way = (rows) => `history(limit: ${rows}) { entries { % } }`;
const requests: Way = (rows) => `verificationRequests(limit: ${rows}) { requests { % } }`;

/** Every field that leads to objects or is loaded in batches: whether it has one or many parents, and its path. */
const ways: Readonly<Record<string, readonly [parents: 'one' | 'many', way: Way]>> = {
  'Query.me': ['one', once],
  'Query.profile': ['one', once],
  'Query.directory': ['one', once],
  'Query.settings': ['one', once],
  'Query.conversations': ['one', once],
  'Query.notifications': ['one', once],
  'Query.adminStats': ['one', once],
  'Query.adminUsers': ['one', once],
  'Query.adminUser': ['one', once],
  'Query.verificationRequests': ['one', once],
  'Query.history': ['one', once],
  'Query.historyChain': ['one', once],
  'Query.historyDetails': ['one', once],
  'Me.profile': ['one', () => 'me { % }'],
  'Directory.users': ['one', (rows) => `directory(limit: ${rows}) { % }`],
  'Directory.pagination': ['one', (rows) => `directory(limit: ${rows}) { % }`],
  'DirectoryCard.profile': ['many', directory],
  'Profile.wallets': ['many', profiles],
  'Wallet.proof': ['many', (rows) => profiles(rows).replace('%', 'wallets { % }')],
  'Wallet.ensName': ['many', (rows) => profiles(rows).replace('%', 'wallets { % }')],
  'Profile.formerWallets': ['many', profiles],
  'Profile.socials': ['many', profiles],
  'SocialLink.linksBack': ['many', (rows) => profiles(rows).replace('%', 'socials { % }')],
  'Conversations.conversations': ['one', (rows) => `conversations(limit: ${rows}) { % }`],
  'Conversation.member': ['many', conversations],
  'Conversation.lastMessage': ['many', conversations],
  'Conversation.messages': ['many', conversations],
  'Message.sender': ['many', messages],
  'Notifications.deliveries': ['one', (rows) => `notifications(limit: ${rows}) { % }`],
  'NotificationDelivery.notification': [
    'many',
    (rows) => `notifications(limit: ${rows}) { deliveries { % } }`,
  ],
  'AdminUsers.users': ['one', (rows) => `adminUsers(limit: ${rows}) { % }`],
  'AdminUsers.pagination': ['one', (rows) => `adminUsers(limit: ${rows}) { % }`],
  'AdminUser.profile': ['many', adminUsers],
  'AdminUser.notes': ['many', adminUsers],
  'AdminUser.wallets': ['many', adminUsers],
  'AdminUser.socials': ['many', adminUsers],
  'AdminUser.requests': ['many', adminUsers],
  'VerificationRequests.requests': ['one', (rows) => `verificationRequests(limit: ${rows}) { % }`],
  'VerificationRequest.user': ['many', requests],
  'VerificationRequest.wallets': ['many', requests],
  'VerificationRequest.member': ['many', requests],
  'History.entries': ['one', (rows) => `history(limit: ${rows}) { % }`],
  'HistoryEntry.actor': ['many', history],
  'HistoryEntry.target': ['many', history],
  'HistoryChain.entries': ['one', () => `historyChain(eventId: "${event}") { % }`],
  'HistoryDetails.entry': ['one', () => `historyDetails(eventId: "${event}") { % }`],
};

const argumentOf = (name: string): string | undefined =>
  new Map([
    ['username', '"member_0"'],
    ['id', '1'],
    ['eventId', `"${event}"`],
  ]).get(name);

/** A field with its required arguments, and all leaves of its objects. */
function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const given = field.args.filter(isRequiredArgument).map(({ name }) => `${name}: ${argumentOf(name)}`);
  const args = given.length === 0 ? '' : `(${given.join(', ')})`;
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return `${field.name}${args}`;
  const leaves = Object.values(type.getFields()).filter((each) => isLeafType(getNamedType(each.type)));
  const inside = leaves.length === 0 ? '__typename' : leaves.map(({ name }) => name).join(' ');
  return `${field.name}${args} { ${inside} }`;
}

const objectTypes = Object.values(built.getTypeMap()).filter(
  (type): type is GraphQLObjectType => isObjectType(type) && !type.name.startsWith('__'),
);
const fieldOf = (name: string): GraphQLField<unknown, unknown> => {
  const [typeName, fieldName = ''] = name.split('.');
  const field = objectTypes.find((type) => type.name === typeName)?.getFields()[fieldName];
  if (field === undefined) throw new Error(`The schema has no ${name}`);
  return field;
};

async function asked(text: string) {
  let answer = '';
  const statements = await world.statementsOf(async () => {
    const response = await world.ask('/graphql', { method: 'POST', body: { query: text }, as: boss });
    answer = await response.text();
  });
  expect(answer).not.toContain('"errors"');
  return { answer, statements };
}

describe('statements of a query', () => {
  it('are counted for every field that leads to objects or is loaded', () => {
    const leading = objectTypes.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => isObjectType(getNamedType(field.type)))
        .map((field) => `${type.name}.${field.name}`),
    );
    const loaded = Object.entries(loadersOf(db)).flatMap(([type, fields]) =>
      Object.keys(fields ?? {}).map((field) => `${type}.${field}`),
    );
    expect(Object.keys(ways).sort()).toEqual([...new Set([...leading, ...loaded])].sort());
  });

  it.each(Object.entries(ways))(
    'are as many for one as for 50 parents of %s',
    async (name, [parents, way]) => {
      const field = fieldOf(name);
      const [one, all] = [
        await asked(`{ ${way(1).replace('%', selectionOf(field))} }`),
        await asked(`{ ${way(many).replace('%', selectionOf(field))} }`),
      ];
      const seen = all.answer.split(`"${field.name}":`).length - 1;
      if (parents === 'many') expect(seen).toBe(many);
      else expect(seen).toBeGreaterThan(0);
      expect(all.statements).toBe(one.statements);
    },
  );

  it('are few for a large query, with one guard for all fields of administrators', async () => {
    const page = (rows: number) => `{
      adminStats { totalUsers } settings { tokenAddress }
      adminUsers(limit: ${rows}) { users { notes wallets { id } socials { id } requests { id } profile { bio } } }
      conversations(limit: ${rows}) { conversations { member { bio wallets { id } } messages(limit: 2) { content sender { username } } } }
    }`;
    // Guard, stats, settings, one for the page and five loaders; three for conversations.
    expect((await asked(page(1))).statements).toBe(12);
    expect((await asked(page(many))).statements).toBe(12);
  });
});
