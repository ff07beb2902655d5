import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runningPostgresUrl, startPostgres } from '@pmcw/launcher/postgres';
import { modelNames } from '@pmcw/projections/tables';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { startBar } from './support/bar.ts';
import { eventsFor, fillConversations } from './support/fillConversations.ts';
import { loadHttp } from './support/httpLoad.ts';
import { describeMachine } from './support/machine.ts';
import { optionsOf } from './support/options.ts';
import { freePort } from './support/part.ts';

/**
 * Starts of `npm start` on a log of 300,000 events: at rest; with read models that are still to be made, beside busy
 * programs; and with models that are rebuilt while requests are answered.
 *
 * node --conditions=source --import tsx bench/preparing.ts --events 300000 --starts 3 --busy 2 --data folder
 *
 * `--program` names another build of the product, for comparison.
 */
const values = optionsOf({
  events: '300000',
  starts: '3',
  busy: '2',
  data: '',
  program: 'launcher/dist/programs/product.js',
});
const root = path.resolve(import.meta.dirname, '..');
const dataDir = values.data || (await mkdtemp(path.join(tmpdir(), 'pmcw-preparing-')));
await mkdir(dataDir, { recursive: true, mode: 0o711 });
const keyFile = path.join(dataDir, 'bench.key');
if (!existsSync(keyFile)) await writeFile(keyFile, randomBytes(32).toString('base64'));
const key = (await readFile(keyFile, 'utf8')).trim();
const password = 'correct horse battery';

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  readonly began: number;
  stop(): Promise<void>;
}

async function startProduct(): Promise<Started> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [path.join(root, values.program)], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      VAULT_KEY: key,
      ADMIN_PASSWORD: password,
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    port,
    began,
    async stop() {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** 0 without an answer. */
const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );

interface Waited {
  readonly outcome: 'ready' | 'ended';
  readonly seconds: number;
  /** Until `/healthz` answered first, and the longest answer after that. */
  readonly aliveMs: number;
  readonly slowestMs: number;
}

async function untilReady({ child, url, began }: Started): Promise<Waited> {
  let aliveMs = 0;
  let slowestMs = 0;
  for (;;) {
    const askedAt = performance.now();
    const alive = await statusOf(`${url}/healthz`);
    const now = performance.now();
    if (aliveMs > 0) slowestMs = Math.max(slowestMs, now - askedAt);
    else if (alive === 200) aliveMs = now - began;
    const isReady = (await statusOf(`${url}/readyz`)) === 200;
    const seconds = (performance.now() - began) / 1_000;
    if (isReady) return { outcome: 'ready', seconds, aliveMs, slowestMs };
    if (child.exitCode !== null) return { outcome: 'ended', seconds, aliveMs, slowestMs };
    await delay(50);
  }
}

const databaseOf = (server: string) => Object.assign(new URL(server), { pathname: '/pmcw' }).href;

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const running = await runningPostgresUrl(dataDir);
  const server = running === null ? await startPostgres({ dataDir }) : null;
  const client = new pg.Client({ connectionString: databaseOf(server?.url ?? running ?? '') });
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
    await server?.stop();
  }
}

/** Megabytes of the process, without PostgreSQL. */
async function memoryOf({ child }: Started): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

async function fill(): Promise<void> {
  const product = await startProduct();
  await untilReady(product);
  await product.stop();
  const server = await startPostgres({ dataDir });
  const owners = [{ id: 1, conversations: Number(values.events) / 2 }];
  const bar = startBar(eventsFor(owners), 'events written');
  const masterKey = Buffer.from(key, 'base64');
  await fillConversations({ connectionString: databaseOf(server.url), masterKey }, owners, bar);
  bar.stop();
  await server.stop();
}

async function atRest() {
  const product = await startProduct();
  const { seconds } = await untilReady(product);
  await delay(10_000);
  const megabytes = await memoryOf(product);
  await product.stop();
  return { start: `${seconds.toFixed(2)} s`, memory: `${megabytes} MB` };
}

async function firstFill() {
  const drops = ['projections', ...modelNames].map((name) => `drop schema if exists ${name} cascade;`);
  await query(drops.join(''));
  const hogs = Array.from({ length: Number(values.busy) }, () => spawn('yes', { stdio: 'ignore' }));
  try {
    const product = await startProduct();
    const { outcome, seconds, aliveMs, slowestMs } = await untilReady(product);
    await product.stop();
    return {
      outcome,
      seconds: seconds.toFixed(1),
      'first /healthz': `${Math.round(aliveMs)} ms`,
      'slowest /healthz': `${Math.round(slowestMs)} ms`,
    };
  } finally {
    for (const hog of hogs) hog.kill('SIGKILL');
  }
}

/** A session of the administrator, and requests as sent by `loadHttp`. */
async function requestsTo({ url, port }: Started) {
  const origin = `http://localhost:${port}`;
  const signedIn = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const head = `HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\ncookie: ${cookies.join('; ')}\r\n`;
  return {
    write() {
      const body = JSON.stringify({
        id: uuidv7(),
        content: 'Is the address on your profile still the same?',
      });
      const type = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
      return `POST /api/messages/global ${head}${type}\r\n\r\n${body}`;
    },
    read: () => `GET /api/messages/global?limit=20 ${head}\r\n`,
  };
}

/** Old rows answer while all models are rebuilt. */
async function rebuilding() {
  const sumOf =
    "select sum(version)::integer as sum from projections.checkpoints where model not like '%next'";
  const versions = async () => (await query<{ sum: number }>(sumOf))[0]?.sum;
  const current = await versions();
  await query('update projections.checkpoints set version = version - 1');
  const product = await startProduct();
  await untilReady(product);
  const { write, read } = await requestsTo(product);
  const load = { host: '127.0.0.1', port: product.port, seconds: 3 };
  const rounds: { writes: number; p99: number }[] = [];
  const began = performance.now();
  while ((await versions()) !== current) {
    const [writes, reads] = await Promise.all([
      loadHttp({ ...load, connections: 16, request: write }),
      loadHttp({ ...load, connections: 2, request: read }),
    ]);
    rounds.push({ writes: writes.perSecond, p99: reads.p99 });
  }
  const seconds = (performance.now() - began) / 1_000;
  await product.stop();
  const mean = rounds.reduce((sum, { writes }) => sum + writes, 0) / rounds.length;
  return {
    'rebuilt after': `${seconds.toFixed(0)} s`,
    'commands a second': Math.round(mean),
    'p99 of a read, worst 3 s': `${Math.round(Math.max(...rounds.map(({ p99 }) => p99)))} ms`,
  };
}

console.log(describeMachine());
if (!existsSync(path.join(dataDir, 'filled'))) {
  await fill();
  await writeFile(path.join(dataDir, 'filled'), '');
}
const starts = [];
for (let n = 0; n < Number(values.starts); n += 1) starts.push(await firstFill());
console.table(starts);
console.table([await atRest(), await atRest()]);
console.table([await rebuilding()]);
if (values.data === '') await rm(dataDir, { recursive: true, force: true });
