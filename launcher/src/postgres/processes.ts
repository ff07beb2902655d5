import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** What PostgreSQL notes of itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it takes connections. */
  readonly ready: boolean;
}

interface Running {
  readonly pid: number;
  readonly command: string;
}

/** The file in which PostgreSQL notes itself; it stays when the server is killed. */
export const postmasterFile = (data: string): string => path.join(data, 'postmaster.pid');

/**
 * The server that a cluster's folder names, or null. Whether it runs is another matter: `serverProcesses` tells.
 * Of the file's lines the pid is the first, the port the fourth, the status the eighth.
 */
export async function notedPostmaster(data: string): Promise<Postmaster | null> {
  const lines = (await readFile(postmasterFile(data), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : null;
}

/** A cluster's name (`cluster_name`), which PostgreSQL puts into the title of each of its processes. */
export function clusterName(data: string): string {
  return `pmcw-${createHash('sha256').update(data).digest('hex').slice(0, 16)}`;
}

/**
 * Processes that serve a cluster, its postmaster and that one's children; none of them is a zombie. They are known by
 * what they are called, which everybody may see: where they work (`/proc/<pid>/cwd`) is hidden from a container's root.
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
 * A zombie has no command line any more. Read without waiting, for nothing of it is on a disk: hundreds of turns of the
 * event loop, one after another, take seconds where it is busy, and together more file handles than there may be.
 */
function runningOnLinux(): Running[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return pids.map((pid) => ({ pid: Number(pid), command: commandOf(pid).replaceAll('\0', ' ') }));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile, or is hidden from us and so not ours.
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

/** Windows tells no titles: there a number that lives is taken for the server. */
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
