import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { startPostgres } from '@pmcw/launcher/postgres';
import { startBar } from './support/bar.ts';
import { createDatabase } from './support/database.ts';
import { describeMachine } from './support/machine.ts';
import { optionsOf } from './support/options.ts';
import { freePort, startPart } from './support/part.ts';
import { median } from './support/rounds.ts';

/**
 * Whether response times reveal who has an account: requests for a reset link and sign-ins with a wrong password, with
 * existing and unknown names, in pairs in random order, by one caller, against a command service in its own process.
 *
 * npm run sign-in -w bench -- --members 100 --rounds 3
 */
const plan =
  'Each name is asked once a round; a round asks a known and an unknown one in turns, whichever is first.';

/** Between two requests, so that work after an answer, such as sending a mail, does not slow down the next. */
const restMs = 30;

/** A request whose answer must not reveal whether the name exists. */
interface Question {
  readonly name: string;
  readonly path: string;
  readonly body: (username: string) => object;
  /** Status of every answer. */
  readonly status: number;
}

const questions: readonly Question[] = [
  {
    name: 'reset link asked for',
    path: '/api/forgot-password',
    body: (username) => ({ username }),
    status: 204,
  },
  {
    name: 'wrong password',
    path: '/api/login',
    body: (username) => ({ username, password: 'wrong' }),
    status: 401,
  },
];

type Post = (path: string, body: object) => Promise<number>;

const postTo =
  (url: string, origin: string): Post =>
  async (to, body) => {
    const headers = { 'content-type': 'application/json', origin };
    const answer = await fetch(url + to, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.arrayBuffer();
    return answer.status;
  };

async function register(post: Post, username: string): Promise<void> {
  const email = `${username}@example.org`;
  const body = { fullName: 'Bench Member', username, email, password: randomUUID() };
  const status = await post('/api/register', body);
  if (status !== 201) throw new Error(`Registration was answered ${status}`);
}

/** Returns milliseconds until the answer. */
async function timed(post: Post, { name, path: to, body, status }: Question, username: string) {
  const begun = performance.now();
  const answered = await post(to, body(username));
  const ms = performance.now() - begun;
  if (answered !== status) throw new Error(`${name}: answered ${answered}`);
  return ms;
}

async function inPairs(post: Post, question: Question, members: number, rounds: number) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const bar = startBar(members * rounds, question.name);
  for (let round = 0; round < rounds; round += 1) {
    for (let n = 0; n < members; n += 1) {
      const pair = [['known', `known_${n}`] as const, ['unknown', `nobody_${n}`] as const];
      if (randomInt(2) === 1) pair.reverse();
      for (const [who, username] of pair) {
        times[who].push(await timed(post, question, username));
        await rest(restMs);
      }
      bar.increment();
    }
  }
  bar.stop();
  return times;
}

async function main(): Promise<void> {
  // At most 3 rounds, because a member gets at most three such mails an hour.
  const values = optionsOf({ members: '100', rounds: '3' });
  const [members, rounds] = [Number(values.members), Number(values.rounds)];
  const opened: (() => Promise<unknown>)[] = [];
  try {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-bench-'));
    opened.push(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = await startPostgres({ dataDir });
    opened.push(() => postgres.stop());
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const service = await startPart('command-service', port, {
      ...{ DATABASE_URL: await createDatabase(postgres.url, 'bench'), PUBLIC_URL: origin },
      ...{ VAULT_KEY: randomBytes(32).toString('base64'), DISPATCH_SECRET: randomBytes(32).toString('hex') },
      ...{ RATE_LIMITS: 'off', NODE_ENV: 'production', LOG_LEVEL: 'error' },
      // No server is there: each mail is composed, and sending it fails.
      ...{ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Bench <bench@example.org>' },
    });
    opened.push(() => service.stop());
    const post = postTo(service.url, origin);
    for (let n = 0; n < members; n += 1) await register(post, `known_${n}`);
    const rows = [];
    for (const question of questions) {
      const { known, unknown } = await inPairs(post, question, members, rounds);
      rows.push({
        question: question.name,
        'known, ms (median)': median(known).toFixed(2),
        'unknown, ms (median)': median(unknown).toFixed(2),
        'known / unknown (aim 1)': (median(known) / median(unknown)).toFixed(3),
        // The difference between two halves of the same requests; a smaller one means nothing.
        'unknown / unknown': (
          median(unknown.filter((_, n) => n % 2 === 0)) / median(unknown.filter((_, n) => n % 2 === 1))
        ).toFixed(3),
      });
    }
    console.log(`\n${members} names of each kind, ${rounds} rounds. ${plan} ${describeMachine()}`);
    console.table(rows);
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
