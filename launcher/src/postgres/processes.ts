import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ifThere } from '@pmcw/resilience/files';
import type { Address } from './address.ts';

export interface Postmaster {
  readonly pid: number;
  readonly address: Address;
  readonly ready: boolean;
}

interface Running {
  readonly pid: number;
  readonly command: string;
}

export const postmasterFile = (data: string): string => path.join(data, 'postmaster.pid');

/** It may not run (see `serverProcesses`). Lines: 1 pid, 4 port, 5 folder of the socket, 8 status. */
export async function notedPostmaster(data: string): Promise<Postmaster | null> {
  const lines = ((await ifThere(readFile(postmasterFile(data), 'utf8'))) ?? '').split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0)) return null;
  const address = { port: Number(lines[3]), socketFolder: lines[4] || null };
  return { pid, address, ready: lines[7]?.trim() === 'ready' };
}

/** Sets `cluster_name`, which PostgreSQL puts into the titles of its processes. */
export function clusterName(data: string): string {
  return `pmcw-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
}

/**
 * The postmaster and its children, without zombies. Found by title, which all users can see, unlike `/proc/<pid>/cwd`.
 * @param data the real path of the cluster's folder
 */
export async function serverProcesses(data: string): Promise<number[]> {
  if (process.platform === 'win32') return livingPostmaster(data);
  const asChild = `postgres: ${clusterName(data)}: `;
  const asPostmaster = `/postgres -D ${data} -c `;
  const running = process.platform === 'linux' ? runningOnLinux() : await runningElsewhere();
  return running
    .filter(({ command }) => command.startsWith(asChild) || command.includes(asPostmaster))
    .map(({ pid }) => pid);
}

/**
 * Zombies have no command line. Synchronous, because /proc is not on a disk: hundreds of turns of a busy event loop
 * take seconds, and concurrent reads need too many file handles.
 */
function runningOnLinux(): Running[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.map((pid) => ({ pid: Number(pid), command: commandOf(pid).replaceAll('\0', ' ') }));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // Ended, or another user's.
    return '';
  }
}

async function runningElsewhere(): Promise<Running[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command=']);
  return [...stdout.matchAll(/^ *(\d+) (.*)$/gm)].map(([, pid, command = '']) => ({
    pid: Number(pid),
    command,
  }));
}

/** Windows has no process titles: a living process with the pid counts as the server. */
async function livingPostmaster(data: string): Promise<number[]> {
  const noted = await notedPostmaster(data);
  if (noted === null) return [];
  try {
    process.kill(noted.pid, 0);
    return [noted.pid];
  } catch {
    return [];
  }
}
