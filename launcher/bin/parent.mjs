// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const everyMs = 500;

/** @param {number} pid @param {'args' | 'ppid'} what */
const ps = (pid, what) =>
  spawnSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';

/** @param {number} pid @returns {string} the command line */
function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ps(pid, 'args');
  }
}

/** @param {number} pid @returns {number} 0 if unknown */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may contain anything.
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
  } catch {
    return Number(ps(pid, 'ppid'));
  }
}

/** @param {number} pid */
function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/**
 * Stops this process with SIGHUP when the npm that started it ends. npm runs `sh -c node …` and passes SIGTERM
 * only to that shell, which ends without its child; SIGKILL of npm reaches neither.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const npmOfShell = commandOf(parent).includes('launcher/bin/') ? parentOf(parent) : 0;
  const watched = npmOfShell > 1 ? [parent, npmOfShell] : [parent];
  const watch = setInterval(() => {
    if (process.ppid === parent && !watched.some(isGone)) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGHUP');
  }, everyMs).unref();
}
