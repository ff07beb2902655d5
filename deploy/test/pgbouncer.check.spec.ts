import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresServer, startPostgres } from '@pmcw/launcher/postgres';
import { freePort } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The lines that the manual gives for PgBouncer: `ini` for itself, `sql` for the role. */
async function manualLines(language: 'ini' | 'sql'): Promise<string[]> {
  const manual = await readFile(path.join(root, 'docs/operations.md'), 'utf8');
  const block = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(manual)?.[1];
  if (block === undefined) throw new Error(`docs/operations.md has no ${language} for PgBouncer`);
  return block.trimEnd().split('\n');
}

async function asSuperuser(statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

let folder: string;
let server: PostgresServer;
/** Of the role and database that docs/operations.md names. */
let databaseUrl: string;
let bouncer: PgBouncer | undefined;
let child: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-pooled-'));
  server = await startPostgres({
    // Too deep for a socket, which PgBouncer, as another user, could not open.
    dataDir: path.join(folder, 'database'.repeat(12)),
    settings: { max_connections: '300' },
  });
  await asSuperuser(["create role pmcw login password 'open'", 'create database pmcw owner pmcw']);
  const url = new URL(server.url);
  url.pathname = '/pmcw';
  url.username = 'pmcw';
  url.password = 'open';
  databaseUrl = url.href;
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await bouncer?.stop();
  bouncer = undefined;
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The whole product in one process, on a database behind PgBouncer. */
async function startProduct(connectionString: string) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const started = spawn(process.execPath, [path.join(root, 'launcher/dist/programs/product.js')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: connectionString,
      DATA_DIR: await mkdtemp(path.join(folder, 'product-')),
      VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
      ADMIN_PASSWORD: 'a long password',
      PORT: String(port),
      PUBLIC_URL: url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child = started;
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(started, 'exit').then(() => started.exitCode);
  return { url, ended, output: () => output, stop: () => started.kill('SIGTERM') };
}

const withMode = async (mode: string) =>
  (await manualLines('ini')).map((line) => line.replace('pool_mode = session', `pool_mode = ${mode}`));

it('warns while the role lacks the limits that PgBouncer drops', async () => {
  bouncer = await startPgBouncer(databaseUrl, await manualLines('ini'));
  const product = await startProduct(bouncer.url);
  await expect.poll(product.output).toContain('is running at');
  product.stop();
  await product.ended;
  expect(product.output()).toContain('the database: a pooler in front of it drops statement_timeout');
});

it('runs behind PgBouncer with the settings of the manual, warned of nothing', async () => {
  await asSuperuser(await manualLines('sql'));
  bouncer = await startPgBouncer(databaseUrl, await manualLines('ini'));
  const product = await startProduct(bouncer.url);
  const statusOf = (pathname: string) =>
    fetch(`${product.url}${pathname}`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(() => statusOf('/readyz'), { message: product.output() }).toBe(200);
  const signIn = await fetch(`${product.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ username: 'admin', password: 'a long password' }),
  });
  expect(signIn.status).toBe(200);
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const me = await fetch(`${product.url}/api/user`, { headers: { cookie } });
  expect(await me.json()).toMatchObject({ username: 'admin' });
  product.stop();
  expect(await product.ended).toBe(0);
  expect(product.output()).not.toContain('"level":50');
  expect(product.output()).not.toContain('the database:');
});

it.each(['transaction', 'statement'])('refuses %s mode, with the reason', async (mode) => {
  bouncer = await startPgBouncer(databaseUrl, await withMode(mode));
  const product = await startProduct(bouncer.url);
  expect(await product.ended).toBe(1);
  expect(product.output()).toContain('a pooler in front of it shares sessions between connections');
});

it('refuses a PgBouncer that refuses our parameters, with the setting', async () => {
  const settings = (await manualLines('ini')).filter((line) => !line.startsWith('ignore_startup_parameters'));
  bouncer = await startPgBouncer(databaseUrl, settings);
  const product = await startProduct(bouncer.url);
  expect(await product.ended).toBe(1);
  expect(product.output()).toContain('ignore_startup_parameters = statement_timeout');
});
