import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeMachine } from './support/machine.ts';
import { freePort } from './support/part.ts';

/**
 * Answers of `npm start` at twice the load that it can carry: how many are useful, their time and that of refusals, and
 * how soon all is answered again. Requests arrive at a fixed rate, however slow the answers are.
 *
 * node --conditions=source --import tsx bench/overload.ts --seconds 8
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } });
const seconds = Number(values.seconds);
const root = path.resolve(import.meta.dirname, '..');
const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-overload-'));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
// Members have their connections already: opening thousands at once would measure the backlog of the port.
const connections = 1_500;
const agent = new Agent({
  keepAlive: true,
  maxSockets: connections,
  maxFreeSockets: connections,
  scheduling: 'fifo',
});
const memberCount = 200;
/** Later answers help no person. */
const usefulMs = 500;

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly cookie: string;
}

/** Status 0 without an answer. */
function ask(method: string, where: string, cookie = '', body?: object): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const answer = (status: number, cookies: readonly string[] = []) =>
      resolve({
        status,
        ms: performance.now() - began,
        cookie: cookies.map((one) => one.split(';')[0]).join('; '),
      });
    const sent = request(`${origin}${where}`, {
      method,
      agent,
      headers: { cookie, ...(method === 'GET' ? {} : { origin, 'content-type': 'application/json' }) },
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => answer(response.statusCode ?? 0, response.headers['set-cookie']));
      response.on('error', () => answer(0));
    });
    sent.on('error', () => answer(0));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function start(): ChildProcess {
  return spawn(process.execPath, ['--conditions=source', '--import', 'tsx', 'launcher/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: dataDir,
      VAULT_KEY: randomBytes(32).toString('base64'),
      ADMIN_PASSWORD: 'correct horse battery',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const members: { readonly id: number; cookie: string }[] = [];

async function registerMembers(): Promise<void> {
  for (let nth = 0; nth < memberCount; nth += 1) {
    const name = `member${nth}`;
    const body = {
      ...{
        username: name,
        fullName: name,
        telegramHandle: '',
        email: `${name}@example.org`,
        userType: 'General User',
      },
      ...{ password: 'correct horse battery' },
    };
    const { status, cookie } = await ask('POST', '/api/register', '', body);
    if (status !== 201) throw new Error(`Registration: ${status}`);
    members.push({ id: nth + 2, cookie: cookie.split('; ').find((one) => one.includes('session=')) ?? '' });
  }
}

/** A request of a messenger's member, by its number: one in five is a message. */
function act(nth: number): Promise<Answer> {
  const member = members[nth % members.length];
  const peer = members[(nth * 7 + 1) % members.length];
  if (member === undefined || peer === undefined) throw new Error('There are members');
  const asks = [
    () => ask('POST', '/api/messages', member.cookie, { receiverId: peer.id, content: `hello ${nth}` }),
    () => ask('GET', '/api/messages/conversations', member.cookie),
    () => ask('GET', `/api/messages/${peer.id}`, member.cookie),
    () => ask('GET', `/api/profile/member${nth % members.length}`, member.cookie),
    () => ask('GET', '/api/directory', member.cookie),
  ];
  return asks[nth % asks.length]?.() ?? ask('GET', '/api/user', member.cookie);
}

interface Measured {
  readonly rate: number;
  readonly useful: number;
  readonly acceptedP99: number;
  readonly refused: number;
  readonly refusedP99: number;
  readonly failed: number;
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

let sent = 0;

async function arrive(rate: number, forSeconds: number): Promise<Measured> {
  const answers: Promise<Answer>[] = [];
  const began = performance.now();
  while (performance.now() - began < forSeconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * rate;
    for (; answers.length < due; sent += 1) answers.push(act(sent));
    await delay(5);
  }
  const all = await Promise.all(answers);
  const of = (statuses: readonly number[]) =>
    all.filter(({ status }) => statuses.includes(status)).map(({ ms }) => ms);
  const [accepted, refused] = [of([200, 201, 204]), of([429, 503])];
  return {
    rate,
    useful: Math.round(accepted.filter((ms) => ms <= usefulMs).length / forSeconds),
    acceptedP99: Math.round(p99(accepted)),
    refused: Math.round(refused.length / forSeconds),
    refusedP99: Math.round(p99(refused)),
    failed: all.length - accepted.length - refused.length,
  };
}

async function best(): Promise<Measured> {
  let found = await arrive(200, seconds / 2);
  for (let rate = 400; ; rate += 200) {
    const next = await arrive(rate, seconds / 2);
    console.table([next]);
    if (next.useful < found.useful * 1.05) return found;
    found = next;
    await delay(1_000);
  }
}

/** Seconds until a second without refusal at half of the load. */
async function recovery(rate: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { refused, failed, acceptedP99 } = await arrive(rate, 1);
    if (refused + failed === 0 && acceptedP99 < usefulMs) return (performance.now() - began) / 1_000 - 1;
  }
}

console.log(describeMachine());
const product = start();
try {
  for (;;)
    if ((await ask('GET', '/readyz')).status === 200) break;
    else await delay(100);
  await registerMembers();
  for (let opened = 0; opened < connections; opened += 100) {
    await Promise.all(Array.from({ length: opened + 100 }, () => ask('GET', '/healthz')));
  }
  await arrive(200, seconds);
  const most = await best();
  const twice = await arrive(2 * most.rate, 2 * seconds);
  const recovered = await recovery(most.rate / 2);
  console.table([most, twice]);
  console.log(`useful at twice the load: ${Math.round((twice.useful / most.useful) * 100)} % of the best`);
  console.log(`all answered again after ${recovered.toFixed(1)} s`);
} finally {
  const exited = once(product, 'exit');
  product.kill('SIGTERM');
  await exited;
  agent.destroy();
  await rm(dataDir, { recursive: true, force: true });
}
