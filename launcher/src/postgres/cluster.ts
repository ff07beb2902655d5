import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ifThere, syncFolder } from '@pmcw/resilience/files';
import { CannotStartError } from '@pmcw/runtime';
import { socketFiles } from './address.ts';
import { majorOf, type PostgresBinaries } from './binaries.ts';
import { type Isolation, type SpawnPlan, spawnPlan } from './isolation.ts';
import { notedPostmaster, postmasterFile, serverProcesses } from './processes.ts';

export interface Home {
  readonly folder: string;
  readonly data: string;
  readonly log: string;
  readonly passwordFile: string;
  readonly isolation: Isolation;
  readonly binaries: PostgresBinaries;
}

const shutdownTimeoutMs = 30_000;
const killTimeoutMs = 5_000;

function run(plan: SpawnPlan, cwd: string): void {
  const result = spawnSync(plan.command, plan.args, {
    cwd,
    encoding: 'utf8',
    ...(plan.uid === undefined ? {} : { uid: plan.uid, gid: plan.gid }),
  });
  if (result.status !== 0)
    throw new Error(`${path.basename(plan.command)} failed: ${result.stderr ?? result.error}`);
}

/** In a temporary folder, renamed when complete, so that a killed first start leaves nothing half done. */
async function createCluster(home: Home): Promise<void> {
  const fresh = `${home.data}.new`;
  await rm(fresh, { recursive: true, force: true });
  const password = randomBytes(24).toString('base64url');
  await writeFile(home.passwordFile, password, { mode: 0o600, flush: true });
  if (home.isolation === 'nobody') await chown(home.passwordFile, 65534, 65534);
  const args = ['-D', fresh, '-U', 'postgres', `--pwfile=${home.passwordFile}`, '--auth=scram-sha-256'];
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  run(
    spawnPlan(home.isolation, home.binaries.initdb, [...args, ...locale, '--no-instructions']),
    home.folder,
  );
  await rename(fresh, home.data);
  await syncFolder(home.folder);
}

/** Null where there is no cluster. */
export async function clusterMajor(data: string): Promise<string | null> {
  return (await ifThere(readFile(path.join(data, 'PG_VERSION'), 'utf8')))?.trim() ?? null;
}

/** @throws CannotStartError for a cluster of another major version */
async function refuseOtherMajor(home: Home, found: string): Promise<void> {
  const major = await majorOf(home.binaries);
  if (found === major) return;
  throw new CannotStartError(
    `${home.data} is a cluster of PostgreSQL ${found}, and this release comes with ${major}. Upgrade it: npm run database -- upgrade --server <folder> (docs/operations.md, "A new major version of PostgreSQL").`,
  );
}

/**
 * Made only where there is nothing at all: its password would replace that of a damaged cluster.
 * @throws CannotStartError for a folder that is no cluster, or one of another major version
 * @throws Error with the output of initdb
 */
export async function ensureCluster(home: Home): Promise<void> {
  const found = await clusterMajor(home.data);
  if (found !== null) return refuseOtherMajor(home, found);
  if ((await ifThere(lstat(home.data))) === null) return createCluster(home);
  throw new CannotStartError(
    `${home.data} exists, but is no PostgreSQL cluster (it has no PG_VERSION). It was left as it is. Put its files back from a copy, or move ${home.folder} away to start with an empty database.`,
  );
}

async function remaining(data: string, withinMs: number): Promise<number[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const pids = await serverProcesses(data);
    if (pids.length === 0 || performance.now() > deadline) return pids;
    await delay(20);
  }
}

function send(signal: 'SIGINT' | 'SIGKILL', pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has already ended.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

/**
 * Ends remains of an earlier launcher or server on the cluster, whose data folder the caller has locked. A stale
 * `postmaster.pid` would prevent a start if another process, or a zombie, has its pid.
 * @throws Error if a process can't be killed
 */
export async function releaseCluster(data: string): Promise<void> {
  const noted = await notedPostmaster(data);
  const running = await serverProcesses(data);
  let leftovers = running;
  if (noted !== null && running.includes(noted.pid)) {
    // Fast shutdown: ends sessions, keeps everything committed.
    send('SIGINT', [noted.pid]);
    leftovers = await remaining(data, shutdownTimeoutMs);
  }
  // Without their postmaster they can't save anything; the next start replays the WAL.
  send('SIGKILL', leftovers);
  const stuck = await remaining(data, killTimeoutMs);
  if (stuck.length > 0) {
    throw new Error(
      `An earlier PostgreSQL does not end (processes ${stuck.join(', ')}): see what holds them, or restart the machine.`,
    );
  }
  for (const file of [postmasterFile(data), ...socketFiles(path.dirname(data))])
    await rm(file, { force: true });
}
