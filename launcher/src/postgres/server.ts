import { spawn } from 'node:child_process';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ifThere } from '@pmcw/resilience/files';
import { CannotStartError } from '@pmcw/runtime';
import { type Address, socketIn, urlAt } from './address.ts';
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts';
import { ensureCluster, type Home, releaseCluster } from './cluster.ts';
import { chooseIsolation, type Isolation, prepareHome, reachableBinaries, spawnPlan } from './isolation.ts';
import { clusterName, notedPostmaster, serverProcesses } from './processes.ts';
import { boundLog, keepLogBounded, logSettings } from './serverLog.ts';

/** All but the folder is for tests and restarts. */
export interface PostgresOptions {
  readonly dataDir: string;
  readonly isolation?: Isolation;
  /** Default: those that npm installed. */
  readonly binaries?: PostgresBinaries;
  readonly settings?: Readonly<Record<string, string>>;
  /** Where it needs one (`socketIn`); called again if another program has taken it. */
  readonly choosePort?: () => Promise<number>;
  /** Like `Start.lastly`. */
  readonly lastly?: (step: () => void) => void;
  readonly signal?: AbortSignal;
}

export interface PostgresServer {
  /** Of the superuser. */
  readonly url: string;
  /** Fast shutdown; resolves when the server has ended. */
  stop(): Promise<void>;
  /** Resolves with the last lines of its log when the server ends without `stop()`. */
  readonly died: Promise<string>;
}

const stopTimeoutMs = 30_000;
const mostPorts = 5;

async function freePort(): Promise<number> {
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = createServer().on('error', reject);
    listening.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}

async function lastLines(file: string): Promise<string> {
  // biome-ignore lint/plugin: only part of a message, which must appear without it, too
  return (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-5).join('\n');
}

interface ServerProcess {
  readonly exited: Promise<void>;
  readonly isGone: () => boolean;
  readonly askToEnd: () => void;
  /** Fast shutdown: ends sessions, keeps everything committed. @throws Error if it takes too long */
  readonly shutDown: () => Promise<void>;
}

async function spawnServer(
  home: Home,
  { port, socketFolder }: Address,
  settings: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const fixed = {
    port: String(port),
    listen_addresses: socketFolder === null ? '127.0.0.1' : '',
    unix_socket_directories: socketFolder === null ? '' : `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: clusterName(home.data),
    jit: 'off',
    // Recycled WAL files still contain old data, such as erased members and their keys.
    wal_recycle: 'off',
    ...logSettings,
  };
  const flags = Object.entries({ ...fixed, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const plan = spawnPlan(home.isolation, home.binaries.postgres, ['-D', home.data, ...flags]);
  const log = await open(home.log, 'a', 0o600);
  const leaveLog = keepLogBounded(home.log);
  let gone = false;
  let end: () => void = () => undefined;
  const exited = new Promise<void>((resolve) => {
    end = () => {
      gone = true;
      leaveLog();
      resolve();
    };
  });
  const child = spawn(plan.command, plan.args, {
    // In its own session, so that Ctrl-C reaches only us, and we stop it after everything has drained.
    detached: true,
    cwd: home.folder,
    stdio: ['ignore', log.fd, log.fd],
    ...(plan.uid === undefined ? {} : { uid: plan.uid, gid: plan.gid }),
    // A process that can't be signalled may still run; one that never started has no pid.
  }).on('error', () => child.pid === undefined && end());
  child.once('exit', end);
  await log.close();
  const askToEnd = () => void (gone || child.kill('SIGINT'));
  return { exited, isGone: () => gone, askToEnd, shutDown };

  async function shutDown(): Promise<void> {
    askToEnd();
    const patience = new AbortController();
    const tooLong = delay(stopTimeoutMs, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([exited, tooLong]);
    patience.abort();
    if (!gone)
      throw new Error(`PostgreSQL (process ${child.pid}) did not stop within ${stopTimeoutMs / 1000} s`);
  }
}

/** Without a deadline: after a crash, PostgreSQL first replays its log, however long that is. */
async function becomesReady(data: string, { port }: Address, isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    const noted = await notedPostmaster(data);
    if (noted?.ready && noted.address.port === port) return true;
    await delay(10);
  }
  return false;
}

async function isPortTaken(log: string, after: number): Promise<boolean> {
  const output = (await readFile(log)).subarray(after).toString('utf8');
  return /could not bind .*: Address already in use/.test(output);
}

/** Null if another program has taken the port. @throws Error with the end of its log */
async function launch(home: Home, address: Address, options: PostgresOptions): Promise<ServerProcess | null> {
  const { settings = {}, signal, lastly } = options;
  await boundLog(home.log);
  const { size: logged } = await stat(home.log);
  const server = await spawnServer(home, address, settings);
  lastly?.(() => server.askToEnd());
  const isOver = () => server.isGone() || signal?.aborted === true;
  if (await becomesReady(home.data, address, isOver)) return server;
  // It must not stay behind.
  if (!server.isGone()) await server.shutDown();
  signal?.throwIfAborted();
  if (await isPortTaken(home.log, logged)) return null;
  throw new Error(`PostgreSQL did not start:\n${await lastLines(home.log)}`);
}

/**
 * Makes the cluster the first time, and ends remains of an earlier server.
 * @throws Error with the end of its log if it does not start
 * @throws the reason of `signal` if that aborts the start
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const isolation = options.isolation ?? chooseIsolation();
  // Its processes are known by the real path.
  const folder = await realpath(await prepareHome(isolation, path.resolve(options.dataDir)));
  const binaries = await reachableBinaries(isolation, options.binaries ?? (await findPostgresBinaries()));
  const named = (name: string) => path.join(folder, name);
  const home: Home = {
    folder,
    data: named('cluster'),
    log: named('server.log'),
    passwordFile: named('password'),
    isolation,
    binaries,
  };
  await ensureCluster(home);
  const password = await passwordIn(home.passwordFile);
  await releaseCluster(home.data);

  const { choosePort = freePort } = options;
  const socket = socketIn(folder);
  // Another program may take a port before PostgreSQL listens.
  for (let tries = 0; tries < mostPorts; tries += 1) {
    const address = socket ?? { port: await choosePort(), socketFolder: null };
    const server = await launch(home, address, options);
    if (server !== null) return running(home, urlAt(address, password), server);
  }
  throw new Error(`PostgreSQL did not start:\n${await lastLines(home.log)}`);
}

function running(home: Home, url: string, server: ServerProcess): PostgresServer {
  let stopping = false;
  return {
    url,
    died: new Promise((resolve) => {
      void server.exited.then(async () => {
        if (!stopping) resolve(await lastLines(home.log));
      });
    }),
    async stop() {
      stopping = true;
      if (!server.isGone()) await server.shutDown();
    },
  };
}

async function passwordIn(passwordFile: string): Promise<string> {
  const password = (await readFile(passwordFile, 'utf8')).trim();
  if (password === '') {
    throw new CannotStartError(
      `${passwordFile} is empty. Put the password of this cluster back from a copy.`,
    );
  }
  return password;
}

/** For tools. */
export async function runningPostgresUrl(dataDir: string): Promise<string | null> {
  const folder = await ifThere(realpath(path.join(dataDir, 'postgres')));
  if (folder === null) return null;
  const data = path.join(folder, 'cluster');
  const noted = await notedPostmaster(data);
  if (!noted?.ready || !(await serverProcesses(data)).includes(noted.pid)) return null;
  return urlAt(noted.address, await passwordIn(path.join(folder, 'password')));
}
