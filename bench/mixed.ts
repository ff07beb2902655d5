import { openVault } from '@pmcw/vault';
import { v7 as uuidv7 } from 'uuid';
import { agent, ask } from './support/ask.ts';
import { startBar } from './support/bar.ts';
import { type Bench, bench } from './support/bench.ts';
import { type Caller, content, receiverOf } from './support/callers.ts';
import { type Chat, openChat } from './support/chat.ts';
import { eventsFor, fillConversations, writers } from './support/fillConversations.ts';
import { randomNumbers } from './support/members.ts';
import { optionsOf } from './support/options.ts';
import { paced } from './support/paced.ts';
import { percentile } from './support/percentiles.ts';
import { untilProjected } from './support/projected.ts';
import { type Result, report } from './support/results.ts';

/**
 * Users of the messenger as they come: each has a socket open and acts every 5 seconds on average, whether or not the
 * server keeps up. Milliseconds of the worst kind of action at the 99th percentile, and errors.
 *
 * npm run mixed -w bench -- --seconds 20 --users 1000,2000,3000,4000
 */
const secondsBetween = 5;
const openedAtOnce = 100;
/** At half of the rate: a process that has just started compiles its code. */
const warmUpSeconds = 10;
const values = optionsOf({ rounds: '3', seconds: '20', users: '1000,2000,3000,4000' });
const levels = String(values.users).split(',').map(Number);
const random = randomNumbers(1);

interface Action {
  readonly kind: string;
  /** Of all actions. */
  readonly share: number;
  readonly path: (other: Caller) => string;
  readonly body?: (other: Caller) => object;
}

const message = (receiverId?: number) => ({ id: uuidv7(), receiverId, content, messageType: 'text' });
/** One message in ten is for everyone. */
const actions: readonly Action[] = [
  { kind: 'message', share: 0.36, path: () => '/api/messages', body: ({ id }) => message(id) },
  { kind: 'global message', share: 0.04, path: () => '/api/messages/global', body: () => message() },
  { kind: 'conversation', share: 0.3, path: ({ id }) => `/api/messages/${id}` },
  { kind: 'conversations', share: 0.15, path: () => '/api/messages/conversations' },
  { kind: 'profile', share: 0.1, path: ({ username }) => `/api/profile/${username}` },
  { kind: 'directory', share: 0.05, path: () => '/api/directory' },
];

function pick(): Action {
  let left = random();
  const picked = actions.find(({ share }) => {
    left -= share;
    return left < 0;
  });
  return picked ?? { kind: 'directory', share: 0, path: () => '/api/directory' };
}

interface Acted {
  readonly kind: string;
  readonly ms: number;
  readonly isError: boolean;
}

async function act(port: number, { cookie }: Caller, other: Caller): Promise<Acted> {
  const { kind, path, body } = pick();
  const { status, ms } = await ask(port, path(other), cookie, body?.(other));
  return { kind, ms, isError: status < 200 || status > 299 };
}

/** Members with sessions, which are started in the vault: signing in would take minutes. */
async function usersOf(bed: Bench, count: number): Promise<readonly Caller[]> {
  const owners = [{ id: 1, conversations: count }];
  const connectionString = bed.databaseOf('product');
  const bar = startBar(eventsFor(owners), 'events written');
  await fillConversations({ connectionString, masterKey: bed.masterKey }, owners, bar);
  bar.stop();
  const vault = await openVault({ connectionString, masterKey: bed.masterKey });
  const users: Caller[] = [];
  for (const member of writers(count)) {
    const { token } = await vault.sessions.start(member.id);
    users.push({ ...member, cookie: `session=${token}` });
  }
  await vault.close();
  await untilProjected(connectionString);
  return users;
}

async function openSockets(port: number, users: readonly Caller[]): Promise<readonly Chat[]> {
  const opened: Chat[] = [];
  for (let from = 0; from < users.length; from += openedAtOnce) {
    const some = users.slice(from, from + openedAtOnce);
    opened.push(...(await Promise.all(some.map((user) => openChat.product(port, user, {})))));
  }
  return opened;
}

function resultOf(users: number, acted: readonly Acted[]): Result {
  const p99s = actions.map(({ kind }) => {
    const times = acted.filter((each) => each.kind === kind).map(({ ms }) => ms);
    return { kind, ms: percentile(times, 0.99) };
  });
  const worst = p99s.reduce((one, other) => (other.ms > one.ms ? other : one));
  const errors = acted.filter(({ isError }) => isError).length;
  return {
    workload: `${users.toLocaleString('en-US')} mixed users, p99 of the worst kind of action`,
    product: `${Math.round(worst.ms)} ms (${worst.kind}), ${errors} errors in ${acted.length}`,
    peer: '–',
    ratio: '–',
    target: users <= 3_000 ? '≤ 100 ms' : 'degrades',
  };
}

await bench(async (bed) => {
  const { port } = await bed.start('product');
  bed.closing(async () => agent.destroy());
  const all = await usersOf(bed, Math.max(...levels));
  const results: Result[] = [];
  for (const count of levels) {
    const users = all.slice(0, count);
    const sockets = await openSockets(port, users);
    console.log(`${count} users …`);
    const actNow = () => {
      const n = Math.floor(random() * count);
      return act(port, receiverOf(users, n - 1), receiverOf(users, n));
    };
    await paced(count / secondsBetween / 2, warmUpSeconds, actNow);
    const acted = await paced(count / secondsBetween, bed.seconds, actNow);
    results.push(resultOf(count, acted));
    for (const socket of sockets) socket.close();
  }
  await report(results);
}, values);
