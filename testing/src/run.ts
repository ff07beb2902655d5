import { mkdirSync, readdirSync, statfsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endMarked, isAlive, isOwnChild, markers, ownName } from './leftovers.ts';

const prefix = 'pmcw-run-';
const roomNeeded = 4 * 1024 ** 3;

/** A folder in memory if there is room, because nothing that specs write must survive. */
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
 * Vitest's global setup of the tiers that start processes: kills leftovers of killed runs, and at the end those of this
 * run; provides a temporary folder.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const name = ownName();
  // In a run of two tiers, the first has done it.
  if (process.env[markers.run] === name) return async () => undefined;
  const folder = fastestFolder();
  endMarked(markers.run, (name) => !isAlive(name));
  await removeFoldersOfDeadRuns(folder);

  const own = path.join(folder, prefix + name);
  // Traversable by other users: PostgreSQL doesn't run as root.
  mkdirSync(own, { mode: 0o711 });
  process.env.TMPDIR = own;
  process.env[markers.run] = name;
  return async () => {
    const left = endMarked(markers.run, (mark, pid) => mark === name && !isOwnChild(pid));
    if (left.length > 0) console.error(`Ended with the run:\n${left.join('\n')}`);
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  };
}
