import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { z } from 'zod';

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const msPerTick = 10;

interface Spent {
  readonly parent: number;
  readonly ticks: number;
}

/** Times of a process and of its children that have ended; null if it has ended itself. */
async function spentBy(pid: string): Promise<Spent | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name of the program, in parentheses, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
  const ticks = (user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0);
  return { parent: Number(fields[1]), ticks };
}

/** Processor time of processes, all their threads and all processes below them, in milliseconds since their start. */
export async function cpuOf(roots: readonly number[]): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = new Map<number, Spent>();
  for (const pid of pids) {
    const spent = await spentBy(pid);
    if (spent !== null) found.set(Number(pid), spent);
  }
  const isBelow = (pid: number): boolean =>
    roots.includes(pid) || (found.has(pid) && isBelow(found.get(pid)?.parent ?? 0));
  let ticks = 0;
  for (const [pid, spent] of found) if (isBelow(pid)) ticks += spent.ticks;
  return ticks * msPerTick;
}

/** Process id of a PostgreSQL server. */
export async function postgresPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid",
  );
  const [row] = z.array(z.object({ pid: z.number() })).parse(rows);
  return row?.pid ?? 0;
}
