import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '@pmcw/launcher/postgres';
import { WebSocket } from 'ws';
import { startBar } from './support/bar.ts';
import { createDatabase } from './support/database.ts';
import { describeMachine } from './support/machine.ts';
import { optionsOf } from './support/options.ts';
import { freePort, type Part, startPart } from './support/part.ts';
import { median } from './support/rounds.ts';

/**
 * How long a session and its socket outlive a suspension, a deletion and a log-out in processes other than the one that
 * got the request: a gateway holds the socket, and a second command service is asked with the session. Compared with
 * the answer to the request, from the same moment.
 *
 * npm run session-ends -w bench -- --members 60
 */
const aimMs = 1_000;
const publicUrl = 'http://localhost:8080';
const adminPassword = 'correct horse battery';
/** Milliseconds between two attempts to use a session. */
const tryEveryMs = 5;

/** Credentials for the processes. */
interface Caller {
  readonly id: number;
  readonly cookie: string;
}

/** Milliseconds since the request that ends a session. */
interface Ended {
  readonly answered: number;
  readonly refused: number;
  readonly closed: number;
}

const ask = (part: Part, method: string, where: string, cookie = '', body?: object) =>
  fetch(part.url + where, {
    method,
    headers: {
      origin: publicUrl,
      cookie,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function enter(part: Part, door: 'login' | 'register', body: object): Promise<Caller> {
  const answer = await ask(part, 'POST', `/api/${door}`, '', body);
  const text = await answer.text();
  const id: unknown = JSON.parse(text)?.id;
  if (!answer.ok || typeof id !== 'number') throw new Error(`${door}: ${answer.status} ${text}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { id, cookie: cookies.join('; ') };
}

const register = (part: Part, username: string) =>
  enter(part, 'register', {
    fullName: 'Bench Member',
    username,
    email: `${username}@example.org`,
    password: randomBytes(12).toString('hex'),
  });

async function connect(gateway: Part, { id, cookie }: Caller): Promise<WebSocket> {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, {
    headers: { cookie, origin: publicUrl },
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'authenticate', userId: id }));
  await once(socket, 'message');
  return socket;
}

/**
 * Uses the session until it is refused (403 for a suspended member). An empty name is refused to every session that is
 * still valid.
 */
async function untilRefused(part: Part, { cookie }: Caller): Promise<void> {
  for (;;) {
    const { status } = await ask(part, 'PATCH', '/api/user/profile', cookie, { fullName: '' });
    if (status === 401 || status === 403) return;
    if (status !== 400) throw new Error(`A session was answered ${status}`);
    await delay(tryEveryMs);
  }
}

/** Ways to end a session, and the request of each. */
const ways = {
  suspension: (part: Part, member: Caller, admin: Caller) =>
    ask(part, 'PATCH', `/api/admin/users/${member.id}/suspend`, admin.cookie, { isSuspended: true }),
  deletion: (part: Part, member: Caller, admin: Caller) =>
    ask(part, 'DELETE', `/api/admin/users/${member.id}`, admin.cookie),
  'log-out': (part: Part, member: Caller) => ask(part, 'POST', '/api/logout', member.cookie),
} as const;
type Way = keyof typeof ways;
const isWay = (name: string): name is Way => Object.hasOwn(ways, name);

/** Two command services and a gateway. */
interface Parts {
  readonly first: Part;
  readonly second: Part;
  readonly gateway: Part;
}

async function end(
  way: Way,
  { first, second, gateway }: Parts,
  member: Caller,
  admin: Caller,
): Promise<Ended> {
  const socket = await connect(gateway, member);
  const began = performance.now();
  const after = async (event: Promise<unknown>) => {
    await event;
    return performance.now() - began;
  };
  const request = ways[way](first, member, admin).then(async (answer) => {
    if (!answer.ok) throw new Error(`${way}: ${answer.status} ${await answer.text()}`);
  });
  const [answered, refused, closed] = await Promise.all([
    after(request),
    after(untilRefused(second, member)),
    after(once(socket, 'close')),
  ]);
  return { answered, refused, closed };
}

async function startParts(databaseUrl: string, closers: (() => Promise<unknown>)[]): Promise<Parts> {
  const settings = {
    DATABASE_URL: databaseUrl,
    VAULT_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: publicUrl,
    RATE_LIMITS: 'off',
    ADMIN_PASSWORD: adminPassword,
    DISPATCH_SECRET: randomBytes(32).toString('hex'),
  };
  const start = async (workspace: string, more: Readonly<Record<string, string>> = {}) => {
    const part = await startPart(workspace, await freePort(), { ...settings, ...more });
    closers.push(() => part.stop());
    return part;
  };
  const first = await start('command-service');
  const second = await start('command-service');
  await start('projections');
  const gateway = await start('gateway', { COMMAND_SERVICE_URL: first.url });
  return { first, second, gateway };
}

function report(all: ReadonlyMap<Way, readonly Ended[]>): void {
  const rows = [...all].flatMap(([way, ends]) => {
    const answer = median(ends.map(({ answered }) => answered));
    return (['refused', 'closed'] as const).map((what) => {
      const times = ends.map((each) => each[what]).toSorted((a, b) => a - b);
      const middle = median(times);
      return {
        'ended by': way,
        'what ends': what === 'refused' ? 'session, at another process' : 'socket',
        'median ms': middle.toFixed(0),
        'longest ms': (times.at(-1) ?? Number.NaN).toFixed(0),
        'median of the answer, ms': answer.toFixed(0),
        ratio: (middle / answer).toFixed(2),
      };
    });
  });
  console.table(rows);
  console.log(`Aim: the longest below ${aimMs} ms. ${describeMachine()}`);
}

/** Ends so many sessions of each kind, in turns. */
async function endAll(
  all: ReadonlyMap<Way, Ended[]>,
  members: number,
  parts: Parts,
  admin: Caller,
): Promise<void> {
  const bar = startBar(members * all.size, 'ending sessions');
  try {
    for (let n = 0; n < members; n += 1) {
      for (const [way, ends] of all) {
        const member = await register(parts.first, `bench_${way.replace('-', '_')}_${n}`);
        ends.push(await end(way, parts, member, admin));
        bar.increment();
      }
    }
  } finally {
    bar.stop();
  }
}

async function main(): Promise<void> {
  const values = optionsOf({ members: '60' });
  const members = Number(values.members);
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-bench-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = await startPostgres({ dataDir });
    closers.push(() => postgres.stop());
    const parts = await startParts(await createDatabase(postgres.url, 'session_ends'), closers);
    const admin = await enter(parts.first, 'login', { username: 'admin', password: adminPassword });
    const all = new Map<Way, Ended[]>(
      Object.keys(ways)
        .filter(isWay)
        .map((way) => [way, []]),
    );
    await endAll(all, members, parts, admin);
    report(all);
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
