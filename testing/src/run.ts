import { mkdirSync, readdirSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endMarked, isAlive, isOwnChild, markers, ownName } from './leftovers.ts';

/** Begins the names of folders of runs; what follows is whose. */
const prefix = 'pmcw-run-';
const roomNeeded = 4 * 1024 ** 3;

/** A folder in memory where there is room: what specs write need not outlive the machine. */
function fastestFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > roomNeeded) return '/dev/shm';
  } catch {
    // This system has none.
  }
  return tmpdir();
}

async function removeFoldersOfDeadRuns(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix));
  const dead = names.filter((name) => !isAlive(name.slice(prefix.length)));
  await Promise.all(dead.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}

/**
 * Vitest's global setup of the tiers that start something. Ends what a run that was killed has left behind; marks what
 * this one starts, and ends that with it; and gives it one temporary folder for everything, which goes with it too.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const name = ownName();
  // Two tiers of one run: the first has done it.
  if (process.env[markers.run] === name) return async () => undefined;
  const folder = fastestFolder();
  endMarked(markers.run, (name) => !isAlive(name));
  await removeFoldersOfDeadRuns(folder);

  const own = path.join(folder, prefix + name);
  // Others may pass through it: PostgreSQL doesn't run as root.
  mkdirSync(own, { mode: 0o711 });
  process.env.TMPDIR = own;
  process.env[markers.run] = name;
  return async () => {
    const left = endMarked(markers.run, (mark, pid) => mark === name && !isOwnChild(pid));
    if (left.length > 0) console.error(`Ended with the run:\n${left.join('\n')}`);
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  };
}
