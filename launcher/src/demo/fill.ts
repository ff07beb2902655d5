import { randomBytes } from 'node:crypto';
import { walletChallengeSchema } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { type InventedWallet, inventWallet } from './addresses.ts';
import { DemoClient, RefusedError } from './client.ts';
import { conversations, globalLines } from './conversations.ts';
import { demoDomain, inventPerson, numbersFrom, oneOf, type Person } from './people.ts';
import { withProgress } from './progress.ts';

const identified = v.object({ id: v.number() });
const listed = v.object({ id: v.string() });
const anything = v.unknown();

interface Member {
  readonly id: number;
  readonly person: Person;
  readonly client: DemoClient;
}

async function register(origin: string, seed: string, password: string): Promise<Member> {
  const person = inventPerson(seed);
  const client = new DemoClient(origin);
  const { fullName, username, userType } = person;
  const body = { fullName, username, userType, email: `${username}@${demoDomain}`, password };
  try {
    const { id } = await client.send('POST', '/api/register', body, identified);
    return { id, person, client };
  } catch (error) {
    if (error instanceof RefusedError && error.status === 409) return register(origin, `${seed}'`, password);
    throw error;
  }
}

async function list(
  client: DemoClient,
  { network, address, sign }: InventedWallet,
  isProved: boolean,
): Promise<void> {
  const { id } = await client.send('POST', '/api/user/wallets', { network, address }, listed);
  if (!isProved || sign === null) return;
  const path = `/api/user/wallets/${id}`;
  const { nonce, statement } = await client.send('POST', `${path}/challenge`, {}, walletChallengeSchema);
  await client.send('POST', `${path}/proof`, { nonce, signature: sign(statement) }, anything);
}

async function fillProfile({ person, client, id }: Member): Promise<void> {
  const { fullName, bio, networks, socials } = person;
  await client.send('PATCH', '/api/user/profile', { fullName, bio, telegramHandle: '' }, anything);
  for (const network of networks) {
    await list(client, inventWallet(network, `${person.username}:${id}`), id % 2 === 0);
  }
  for (const social of socials) await client.send('POST', '/api/user/socials', social, anything);
}

const sendMessage = (member: Member, receiverId: number | null, content: string) =>
  member.client.send(
    'POST',
    receiverId === null ? '/api/messages/global' : '/api/messages',
    { id: uuidv7(), content, ...(receiverId === null ? {} : { receiverId }) },
    anything,
  );

async function talk(members: readonly Member[], seed: string): Promise<void> {
  const random = numbersFrom(seed);
  const [one, other] = [oneOf(random, members), oneOf(random, members)];
  if (one.id === other.id) return;
  for (const [turn, line] of oneOf(random, conversations).entries()) {
    await (turn % 2 === 0 ? sendMessage(one, other.id, line) : sendMessage(other, one.id, line));
  }
}

/** @param admin verifies some members; null if the password is not known */
export async function fill(origin: string, admin: DemoClient | null, count: number): Promise<void> {
  const run = randomBytes(6).toString('hex');
  const password = randomBytes(9).toString('base64url');
  const numbered = (length: number) => Array.from({ length }, (_, i) => `${run}:${i}`);

  const members: Member[] = [];
  await withProgress('Members', numbered(count), async (seed) => {
    const member = await register(origin, seed, password);
    await fillProfile(member);
    members.push(member);
  });
  if (admin === null)
    console.log('No administrator password found (ADMIN_PASSWORD): no member gets verified.');
  const vouchedFor = admin === null ? [] : members.filter(({ person }) => person.isVouchedFor);
  await withProgress('Verification', vouchedFor, async ({ id }) => {
    await admin?.send('PATCH', `/api/admin/users/${id}/authorize`, { isAuthorized: true }, anything);
  });
  await withProgress('Conversations', numbered(count), (seed) => talk(members, `talk:${seed}`));
  const random = numbersFrom(run);
  await withProgress('Global chat', globalLines, async (line) => {
    await sendMessage(oneOf(random, members), null, line);
  });
  const names = members.slice(0, 3).map(({ person }) => person.username);
  console.log(
    `\n${members.length} members are ready. Sign in as one of them, say ${names.join(', ')}, with the password ${password}`,
  );
}
