import { readdirSync, readFileSync } from 'node:fs';

/** Environment variables that all processes of a spec inherit, also indirectly; they identify leftovers. */
export const markers = { run: 'PMCW_SPEC_RUN', file: 'PMCW_SPEC_FILE' } as const;

/** For processes that get an environment of their own. */
export function ownMarks(): Record<string, string> {
  const given = Object.values(markers).map((name) => [name, process.env[name] ?? '']);
  return Object.fromEntries(given);
}

/** From the third on; the second, the program's name, may contain spaces. Empty without such a process. */
function fieldsOf(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** With the start time, because pids are reused. Null if there is no such process. */
function nameOf(pid: number): string | null {
  const fields = fieldsOf(pid);
  const [state, began] = [fields[0], fields[19]];
  return state === undefined || state === 'Z' ? null : `${pid}-${began}`;
}

export const isOwnChild = (pid: string): boolean => Number(fieldsOf(pid)[1]) === process.pid;

export function ownName(): string {
  return nameOf(process.pid) ?? String(process.pid);
}

export function isAlive(name: string): boolean {
  return nameOf(Number.parseInt(name, 10)) === name;
}

function markOf(pid: string, marker: string): string | undefined {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return variables.find((variable) => variable.startsWith(`${marker}=`))?.slice(marker.length + 1);
  } catch {
    // It has ended, or belongs to another user.
    return undefined;
  }
}

/** Only Linux lists them, so elsewhere no leftovers are found. */
function otherProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid);
  } catch {
    return [];
  }
}

/**
 * Kills every process with such a mark, except this one.
 * @param isMeant decides by the name in the mark and the pid
 * @returns their command lines
 */
export function endMarked(marker: string, isMeant: (name: string, pid: string) => boolean): string[] {
  return otherProcesses().flatMap((pid) => {
    const name = markOf(pid, marker);
    if (name === undefined || !isMeant(name, pid)) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      process.kill(Number(pid), 'SIGKILL');
      return [command];
    } catch {
      // It ended before.
      return [];
    }
  });
}
