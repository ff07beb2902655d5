import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '@pmcw/launcher/postgres';
import { v7 as uuidv7 } from 'uuid';
import { createDatabase } from './support/database.ts';
import { type LoadResult, loadHttp } from './support/httpLoad.ts';
import { describeMachine } from './support/machine.ts';
import {
  createSingleRowTable,
  findPgbench,
  PgbenchMissingError,
  singleRowCommits,
} from './support/pgbench.ts';
import { type Contender, inTurns, median } from './support/rounds.ts';

/**
 * HTTP `SendMessage` commands per second, from socket to durable commit and back: 64 members with a connection each
 * send private messages as fast as they are answered, first to the command side alone, then to the whole product as
 * `npm start` runs it, whose projections and gateway process every message on the same cores. In turns, on the same
 * PostgreSQL: pgbench committing one row of the same texts at a time over 64 connections.
 *
 * npm run send-message -w bench -- --rounds 3 --seconds 8
 */
const members = 64;
const aim = 0.5;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const content = 'Is the address on your profile still the same? Sending the second half tonight, thank you!';

const scripts = [
  ['SendMessage, command side alone', 'bench/support/commandSide.ts'],
  ['SendMessage, whole product', 'launcher/dist/main.js'],
] as const;

interface Sender {
  readonly id: number;
  readonly cookie: string;
}

/** A server in a process of its own. */
interface Server {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts a built script and waits for its first line of output. */
async function startServer(script: string, port: number, settings: Record<string, string>): Promise<Server> {
  // Only the few lines of the command side need tsx; every workspace comes from its build.
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, script)], {
    env: { ...process.env, PORT: String(port), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [first] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`${script} did not start: ${first}`);
  child.stdout.resume();
  return {
    port,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function register(port: number, number: number): Promise<Sender> {
  const username = `bench_${number}`;
  const origin = `http://localhost:${port}`;
  const response = await fetch(`${origin}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({
      fullName: 'Bench Member',
      username,
      email: `${username}@example.org`,
      password: randomUUID(),
    }),
  });
  if (response.status !== 201)
    throw new Error(`Registration was answered ${response.status}: ${await response.text()}`);
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('id' in body) || typeof body.id !== 'number') {
    throw new Error('Registration did not answer a member');
  }
  return {
    id: body.id,
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}

/** Requests as a browser sends them; each member writes to the next one. */
function requestsOf(port: number, senders: readonly Sender[]): (connection: number) => string {
  return (connection) => {
    const sender = senders[connection % senders.length];
    const receiver = senders[(connection + 1) % senders.length];
    const body = JSON.stringify({ id: uuidv7(), receiverId: receiver?.id, content, messageType: 'text' });
    return (
      `POST /api/messages HTTP/1.1\r\nhost: localhost:${port}\r\norigin: http://localhost:${port}\r\n` +
      `cookie: ${sender?.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    );
  };
}

/** A server under load, and the measurements of each round. */
interface Loaded extends Contender {
  readonly loads: LoadResult[];
}

async function loaded(name: string, { port }: Server): Promise<Loaded> {
  const senders = await Promise.all(Array.from({ length: members }, (_, number) => register(port, number)));
  const request = requestsOf(port, senders);
  const loads: LoadResult[] = [];
  return {
    name,
    loads,
    async run(seconds) {
      const load = await loadHttp({ host: '127.0.0.1', port, connections: members, seconds, request });
      const refused = [...load.statuses].filter(([status]) => status !== 201);
      if (refused.length > 0) throw new Error(`Not every message was taken: ${JSON.stringify(refused)}`);
      loads.push(load);
      return load.perSecond;
    },
  };
}

function report(contenders: readonly Loaded[], results: ReadonlyMap<string, readonly number[]>): void {
  const peer = median(results.get('pgbench') ?? []);
  const rounds = (name: string) => (results.get(name) ?? []).map(Math.round).join(' ');
  const rows = contenders.map(({ name, loads }) => {
    const own = median(results.get(name) ?? []);
    const middle = (pick: (load: LoadResult) => number) =>
      `${median(loads.slice(1).map(pick)).toFixed(1)} ms`;
    return {
      contender: name,
      'per second (median)': Math.round(own),
      rounds: rounds(name),
      p50: middle((load) => load.p50),
      p99: middle((load) => load.p99),
      'times pgbench': (own / peer).toFixed(2),
    };
  });
  console.log(
    `\n${members} connections, one message each at a time, durable. ${describeMachine()} Aim: ${aim} times pgbench.`,
  );
  console.table([
    ...rows,
    { contender: 'pgbench', 'per second (median)': Math.round(peer), rounds: rounds('pgbench') },
  ]);
}

async function pgbench(program: string, serverUrl: string): Promise<Contender> {
  const url = await createDatabase(serverUrl, 'bench_pgbench');
  await createSingleRowTable(url);
  // As long as the log's text of such a message.
  const sealed = randomBytes(90).toString('base64url');
  const row = {
    stream: `message-${uuidv7()}`,
    type: 'MessageSent',
    data: JSON.stringify({ messageId: uuidv7(), senderId: 12, receiverId: 13, content: { sealed } }),
    metadata: JSON.stringify({
      actorId: 12,
      correlationId: randomUUID(),
      causationId: randomUUID(),
      time: new Date().toISOString(),
      schemaVersion: 1,
    }),
  };
  return {
    name: 'pgbench',
    run: (seconds) => singleRowCommits(program, url, row, { clients: members, seconds }),
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '8' } },
  });
  const program = await findPgbench();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-bench-'));
  const firstPort = 20_000 + (process.pid % 20_000);
  const opened: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const postgres = await startPostgres({ dataDir, settings: { max_connections: '200' } });
    opened.push(() => postgres.stop());
    const settings = { ADMIN_PASSWORD: randomUUID(), RATE_LIMITS: 'off', NODE_ENV: 'production' };
    const contenders: Loaded[] = [];
    for (const [n, [name, script]] of scripts.entries()) {
      const DATABASE_URL = await createDatabase(postgres.url, `bench_${n}`);
      const DATA_DIR = path.join(dataDir, `product_${n}`);
      const server = await startServer(script, firstPort + n, { ...settings, DATABASE_URL, DATA_DIR });
      opened.push(() => server.stop());
      contenders.push(await loaded(name, server));
    }
    const peer = await pgbench(program, postgres.url);
    const times = { rounds: Number(values.rounds), seconds: Number(values.seconds), warmUp: 4 };
    report(contenders, await inTurns([...contenders, peer], times));
  } finally {
    for (const close of opened.reverse()) await close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof PgbenchMissingError ? error.message : error);
  process.exitCode = 1;
});
