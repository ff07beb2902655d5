import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, cp, lstat, mkdir, readdir, rename, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '@pmcw/resilience/files';
import type { PostgresBinaries } from './binaries.ts';

const nobody = 65534;
const namespaceArguments = ['-U', `--map-user=${nobody}`, `--map-group=${nobody}`];

/**
 * PostgreSQL refuses to run as root: it runs unchanged; as root in a user namespace; or, where that is forbidden (most
 * containers), as an unprivileged user.
 */
export type Isolation = 'none' | 'user-namespace' | 'nobody';

export interface SpawnPlan {
  readonly command: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

export function chooseIsolation(): Isolation {
  if (process.getuid?.() !== 0) return 'none';
  const probe = spawnSync('unshare', [...namespaceArguments, 'true'], { stdio: 'ignore' });
  return probe.status === 0 ? 'user-namespace' : 'nobody';
}

export function spawnPlan(isolation: Isolation, program: string, args: readonly string[]): SpawnPlan {
  switch (isolation) {
    case 'none':
      return { command: program, args };
    case 'user-namespace':
      return { command: 'unshare', args: [...namespaceArguments, program, ...args] };
    case 'nobody':
      return { command: program, args, uid: nobody, gid: nobody };
  }
}

async function isReachable(folder: string): Promise<boolean> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const info = await ifThere(stat(at));
    if (info !== null && (info.mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

async function giveToNobody(folder: string): Promise<void> {
  await chown(folder, nobody, nobody);
  await chmod(folder, 0o700);
}

function reachablePlace(dataDir: string): string {
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16);
  return path.join('/var/lib/pmcw', name);
}

/**
 * `<dataDir>/postgres`. The unprivileged user owns it; if that user can't reach it, it is a link to a folder under
 * /var/lib/pmcw.
 */
export async function prepareHome(isolation: Isolation, dataDir: string): Promise<string> {
  const home = path.join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true, mode: isolation === 'nobody' ? 0o711 : 0o700 });
  const known = await ifThere(lstat(home));
  if (isolation !== 'nobody') {
    await mkdir(home, { recursive: true, mode: 0o700 });
    return home;
  }
  if (known === null && !(await isReachable(dataDir))) {
    const place = reachablePlace(dataDir);
    await mkdir(place, { recursive: true });
    await symlink(place, home);
  }
  await mkdir(home, { recursive: true });
  await giveToNobody(home);
  return home;
}

/** The unprivileged user needs a copy outside of folders that only root may enter. */
export async function reachableBinaries(
  isolation: Isolation,
  binaries: PostgresBinaries,
): Promise<PostgresBinaries> {
  if (isolation !== 'nobody' || (await isReachable(binaries.home))) return binaries;
  const version = createHash('sha256').update(binaries.home).digest('hex').slice(0, 16);
  const home = path.join('/var/lib/pmcw', `programs-${version}`);
  if (((await ifThere(readdir(home))) ?? []).length === 0) {
    await cp(binaries.home, `${home}.new`, { recursive: true, verbatimSymlinks: true });
    await rename(`${home}.new`, home);
  }
  return {
    home,
    initdb: path.join(home, 'bin', path.basename(binaries.initdb)),
    postgres: path.join(home, 'bin', path.basename(binaries.postgres)),
  };
}
