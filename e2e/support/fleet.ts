import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@pmcw/launcher/postgres';
import { freePort } from '@pmcw/testing';
import pg from 'pg';
import { startEventStoreDb } from './eventStoreDb.ts';
import { answersOk, TestProcess } from './process.ts';
import { startProxy } from './proxy.ts';

export type Engine = 'postgres' | 'eventstoredb';

export interface Part {
  readonly name: string;
  readonly port: number;
  readonly process: TestProcess;
}

/**
 * The production setup on one machine: two processes of every part, and a notary, behind a proxy; each can be killed.
 */
export interface Fleet {
  /** The proxy's address, for browsers. */
  readonly url: string;
  readonly parts: readonly Part[];
  readonly adminPassword: string;
  /** Settings for command-line tools. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends everything and deletes the data; returns the exit codes of parts that were still running. */
  remove(): Promise<(number | null)[]>;
}

/** Cleanups, called in reverse order. */
type Closers = (() => Promise<unknown>)[];

async function openDatabase(closers: Closers): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pmcw-e2e-'));
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startPostgres({ dataDir, settings: { max_connections: '300' } });
  closers.push(() => server.stop());
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('create database pmcw');
  await client.end();
  const url = new URL(server.url);
  url.pathname = '/pmcw';
  return url.href;
}

async function makeAuditDir(closers: Closers): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-e2e-audit-'));
  closers.push(() => rm(folder, { recursive: true }));
  return folder;
}

async function openEventStoreDb(closers: Closers): Promise<string> {
  const server = await startEventStoreDb();
  closers.push(() => server.stop());
  return server.url;
}

async function makePart(
  name: string,
  script: string,
  says: string,
  env: Readonly<Record<string, string>>,
): Promise<Part> {
  const port = await freePort();
  const process = new TestProcess({
    args: [script],
    env: { ...env, PORT: String(port) },
    says,
    isReady: () => answersOk(`http://127.0.0.1:${port}/readyz`),
  });
  return { name, port, process };
}

const pair = (name: string, script: string, says: string, env: Readonly<Record<string, string>>) =>
  Promise.all([makePart(`${name} 1`, script, says, env), makePart(`${name} 2`, script, says, env)]);

const portsOf = (parts: readonly Part[]) => parts.map(({ port }) => port);

/**
 * Starts two of everything and one notary, at the same moment on empty databases. If one fails to start, the others
 * end.
 */
export async function startFleet(engine: Engine): Promise<Fleet> {
  const closers: Closers = [];
  try {
    return await openFleet(engine, closers);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.toReversed()) await close();
}

async function openFleet(engine: Engine, closers: Closers): Promise<Fleet> {
  const adminPassword = 'correct horse battery';
  const databaseUrl = await openDatabase(closers);
  const eventStoreUrl = engine === 'eventstoredb' ? await openEventStoreDb(closers) : '';
  const proxyPort = await freePort();
  const url = `http://localhost:${proxyPort}`;
  const env = {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: eventStoreUrl,
    VAULT_KEY: randomBytes(32).toString('base64'),
    PUBLIC_URL: url,
    RATE_LIMITS: 'off',
    AUDIT_DIR: await makeAuditDir(closers),
  };
  const DISPATCH_SECRET = randomBytes(32).toString('hex');

  const notaryEnv = { ...env, DISPATCH_SECRET, CHECKPOINT_SECONDS: '1' };
  const notary = await makePart('notary', 'launcher/dist/programs/notary.js', 'notary started', notaryEnv);
  const NOTARY_URL = `http://127.0.0.1:${notary.port}`;
  const commandEnv = { ...env, DISPATCH_SECRET, NOTARY_URL, ADMIN_PASSWORD: adminPassword };
  const commandServices = await pair(
    'command-service',
    'launcher/dist/programs/command-service.js',
    'command-service listens',
    commandEnv,
  );
  const COMMAND_SERVICE_URL = portsOf(commandServices)
    .map((port) => `http://127.0.0.1:${port}`)
    .join(',');
  const gateways = await pair('gateway', 'launcher/dist/programs/gateway.js', 'gateway listens', {
    ...env,
    DISPATCH_SECRET,
    COMMAND_SERVICE_URL,
  });
  const queryServices = await pair(
    'query-service',
    'launcher/dist/programs/query-service.js',
    'query-service listens',
    env,
  );
  const projectors = await pair(
    'projector',
    'launcher/dist/programs/projections.js',
    'projector follows the log',
    env,
  );
  const parts = [...commandServices, ...queryServices, ...gateways, ...projectors, notary];
  for (const part of parts) closers.push(() => part.process.stop('SIGKILL'));
  await Promise.all(parts.map((part) => part.process.start()));

  const proxy = await startProxy(proxyPort, {
    commandServices: portsOf(commandServices),
    queryServices: portsOf(queryServices),
    gateways: portsOf(gateways),
  });
  closers.push(() => proxy.close());
  return {
    url,
    parts,
    adminPassword,
    env,
    async remove() {
      const running = parts.filter((part) => part.process.isRunning);
      const exitCodes = await Promise.all(running.map((part) => part.process.stop()));
      await closeAll(closers);
      return exitCodes;
    },
  };
}
