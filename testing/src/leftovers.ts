import { readdirSync, readFileSync } from 'node:fs';

/**
 * Whatever a spec starts inherits these through its environment, and so does whatever that starts: an embedded
 * PostgreSQL, the processes of a browser. By them everything is found again, however a spec, its file or the run ended.
 */
export const markers = { run: 'PMCW_SPEC_RUN', file: 'PMCW_SPEC_FILE' } as const;

/** The marks of this run and file, for what a spec starts with an environment of its own. */
export function ownMarks(): Record<string, string> {
  const given = Object.values(markers).map((name) => [name, process.env[name] ?? '']);
  return Object.fromEntries(given);
}

/** Fields of a process from the third on, the second being its program's name, which may hold blanks; else none. */
function fieldsOf(pid: number | string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** A process's number and the moment it began: a number alone is given again. Null when there is no such process. */
function nameOf(pid: number): string | null {
  const fields = fieldsOf(pid);
  const [state, began] = [fields[0], fields[19]];
  return state === undefined || state === 'Z' ? null : `${pid}-${began}`;
}

/** Whether this process started another itself, as Vitest does its workers. */
export const isOwnChild = (pid: string): boolean => Number(fieldsOf(pid)[1]) === process.pid;

/** The name by which what this process starts is marked. */
export function ownName(): string {
  return nameOf(process.pid) ?? String(process.pid);
}

/** Whether the process that a mark names still runs. */
export function isAlive(name: string): boolean {
  return nameOf(Number.parseInt(name, 10)) === name;
}

function markOf(pid: string, marker: string): string | undefined {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return variables.find((variable) => variable.startsWith(`${marker}=`))?.slice(marker.length + 1);
  } catch {
    // It has ended, or is somebody else's.
    return undefined;
  }
}

/** Numbers of all other processes; only Linux tells them, elsewhere nothing is found again. */
function otherProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid);
  } catch {
    return [];
  }
}

/**
 * Ends, without mercy, every process with such a mark.
 * @param isMeant whether the leftovers of whom the mark names are to go, and this process among them
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
      // It was faster.
      return [];
    }
  });
}
