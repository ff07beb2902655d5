import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts';
import {
  chooseIsolation,
  type Isolation,
  prepareHome,
  reachableBinaries,
  type SpawnPlan,
  spawnPlan,
} from './isolation.ts';

/** How to start a server; everything but the folder is for tests. */
export interface PostgresOptions {
  /** The server keeps everything in `<dataDir>/postgres`. */
  readonly dataDir: string;
  readonly isolation?: Isolation;
  /** Extra `-c name=value` settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Names a port to try; asked again when another program has taken it meanwhile. */
  readonly choosePort?: () => Promise<number>;
}

/** A running PostgreSQL of our own. */
export interface PostgresServer {
  /** Connection string of the superuser, on loopback. */
  readonly url: string;
  /** Fast shutdown; resolves when the server has written everything and is gone. */
  stop(): Promise<void>;
  /** Resolves with the last lines of its log when the server ends without having been stopped. */
  readonly died: Promise<string>;
}

interface Home {
  readonly folder: string;
  readonly data: string;
  readonly log: string;
  readonly passwordFile: string;
  readonly isolation: Isolation;
  readonly binaries: PostgresBinaries;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;
/** How many ports are tried when others are faster to take them. */
const mostPorts = 5;

async function exists(file: string): Promise<boolean> {
  return readFile(file).then(
    () => true,
    () => false,
  );
}

function run(plan: SpawnPlan, cwd: string): void {
  const result = spawnSync(plan.command, plan.args, {
    cwd,
    encoding: 'utf8',
    ...(plan.uid === undefined ? {} : { uid: plan.uid, gid: plan.gid }),
  });
  if (result.status !== 0)
    throw new Error(`${path.basename(plan.command)} failed: ${result.stderr ?? result.error}`);
}

/** Makes the cluster beside its place and moves it in when complete, so that a killed first start leaves nothing half. */
async function createCluster(home: Home): Promise<void> {
  const fresh = `${home.data}.new`;
  await rm(fresh, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  await writeFile(home.passwordFile, password, { mode: 0o600 });
  if (home.isolation === 'nobody') await chown(home.passwordFile, 65534, 65534);
  const args = ['-D', fresh, '-U', 'postgres', `--pwfile=${home.passwordFile}`, '--auth=scram-sha-256'];
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  run(
    spawnPlan(home.isolation, home.binaries.initdb, [...args, ...locale, '--no-instructions']),
    home.folder,
  );
  await rename(fresh, home.data);
}

/** The lines of postmaster.pid: pid first, port fourth, status eighth. */
async function postmaster(data: string): Promise<{ pid: number; port: number; ready: boolean } | null> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are cut off, everything committed is kept. */
async function shutDown(pid: number): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs;
  if (isAlive(pid)) process.kill(pid, 'SIGINT');
  while (isAlive(pid) && Date.now() < deadline) await delay(20);
  if (isAlive(pid))
    throw new Error(`PostgreSQL (process ${pid}) did not stop within ${stopTimeoutMs / 1000} s`);
}

/** Whether a process is a PostgreSQL on this cluster, and not another one that got the same number. */
async function servesCluster(pid: number, data: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null ? isAlive(pid) : command.includes(data);
}

/** A server that outlived a killed launcher still holds the cluster; nobody else can be using it, for we hold the lock. */
async function stopOrphan(data: string): Promise<void> {
  const orphan = await postmaster(data);
  if (orphan !== null && isAlive(orphan.pid) && (await servesCluster(orphan.pid, data)))
    await shutDown(orphan.pid);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}

async function lastLines(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-5).join('\n');
}

/** A server process that has become ready, or has ended, or neither in time. */
interface Launched {
  readonly pid: number | undefined;
  readonly port: number;
  readonly outcome: 'ready' | 'port-taken' | 'failed';
  readonly exited: Promise<void>;
  readonly isGone: () => boolean;
}

async function launch(
  home: Home,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<Launched> {
  const logged = await stat(home.log).then(
    ({ size }) => size,
    () => 0,
  );
  const log = await open(home.log, 'a', 0o600);
  const fixed = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    jit: 'off',
  };
  const flags = Object.entries({ ...fixed, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const plan = spawnPlan(home.isolation, home.binaries.postgres, ['-D', home.data, ...flags]);
  const child = spawn(plan.command, plan.args, {
    // In a session of its own, so that Ctrl-C reaches us alone and we stop it after everything has drained.
    detached: true,
    cwd: home.folder,
    stdio: ['ignore', log.fd, log.fd],
    ...(plan.uid === undefined ? {} : { uid: plan.uid, gid: plan.gid }),
  });
  let gone = false;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  }).then(() => {
    gone = true;
  });
  await log.close();
  const isReady = await becomesReady(home.data, port, () => gone);
  const outcome = isReady ? 'ready' : (await saidPortIsTaken(home.log, logged)) ? 'port-taken' : 'failed';
  return { pid: child.pid, port, outcome, exited, isGone: () => gone };
}

async function becomesReady(data: string, port: number, isGone: () => boolean): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs;
  while (!isGone() && Date.now() < deadline) {
    const status = await postmaster(data);
    if (status?.ready && status.port === port) return true;
    await delay(10);
  }
  return false;
}

async function saidPortIsTaken(log: string, after: number): Promise<boolean> {
  const said = (await readFile(log)).subarray(after).toString('utf8');
  return /could not bind .*: Address already in use/.test(said);
}

/** Between choosing a port and listening on it another program may take it: then there is another port. */
async function launchOnFreePort(home: Home, options: PostgresOptions): Promise<Launched> {
  const { choosePort = freePort, settings = {} } = options;
  for (let tries = 1; ; tries += 1) {
    const launched = await launch(home, await choosePort(), settings);
    if (launched.outcome === 'ready') return launched;
    if (launched.outcome === 'failed' || tries === mostPorts)
      throw new Error(`PostgreSQL did not start:\n${await lastLines(home.log)}`);
  }
}

/**
 * Starts a PostgreSQL in the data folder, creating the cluster the first time. As root it is run as somebody else.
 * @throws Error with the end of its log when it does not come up
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const isolation = options.isolation ?? chooseIsolation();
  const folder = await prepareHome(isolation, path.resolve(options.dataDir));
  const binaries = await reachableBinaries(isolation, await findPostgresBinaries());
  const named = (name: string) => path.join(folder, name);
  const home: Home = {
    folder,
    data: named('cluster'),
    log: named('server.log'),
    passwordFile: named('password'),
    isolation,
    binaries,
  };
  if (!(await exists(path.join(home.data, 'PG_VERSION')))) await createCluster(home);
  await stopOrphan(home.data);

  const { pid, port, exited, isGone } = await launchOnFreePort(home, options);
  let stopping = false;
  const password = (await readFile(home.passwordFile, 'utf8')).trim();
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    died: new Promise((resolve) => {
      void exited.then(async () => {
        if (!stopping) resolve(await lastLines(home.log));
      });
    }),
    async stop() {
      stopping = true;
      if (pid !== undefined && !isGone()) await shutDown(pid);
      await exited;
    },
  };
}

/** Connection string of the server that now runs in a data folder, or null; for tools beside a running instance. */
export async function runningPostgresUrl(dataDir: string): Promise<string | null> {
  const folder = path.join(path.resolve(dataDir), 'postgres');
  const status = await postmaster(path.join(folder, 'cluster'));
  if (status === null || !status.ready || !isAlive(status.pid)) return null;
  const password = (await readFile(path.join(folder, 'password'), 'utf8')).trim();
  return `postgresql://postgres:${password}@127.0.0.1:${status.port}/postgres`;
}
