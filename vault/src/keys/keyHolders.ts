import type pg from 'pg';
import type { KeyRing } from './masterKey.ts';

const prefix = 'pmcw-vault-listener';

/**
 * Name of the listening connection, which every open vault has: an operator, and a rotation, see in
 * `pg_stat_activity` which master keys a process holds, by their fingerprints. Fits PostgreSQL's 63 bytes.
 */
export const listenerName = (ring: KeyRing): string => `${prefix} ${ring.ids.join(',')}`;

/** Running processes that hold the same master keys. */
export interface KeyHolders {
  /** Fingerprints; none for a process of a version that did not tell. */
  readonly keyIds: readonly string[];
  readonly processes: number;
}

/** Which master keys the processes hold that have this vault open. */
export async function readKeyHolders(db: pg.Pool | pg.PoolClient): Promise<readonly KeyHolders[]> {
  const { rows } = await db.query<{ name: string; processes: number }>(
    `select application_name as name, count(*)::int as processes from pg_stat_activity
      where datname = current_database() and application_name like $1 group by 1 order by 1`,
    [`${prefix}%`],
  );
  return rows.map(({ name, processes }) => ({
    keyIds: name
      .slice(prefix.length)
      .split(/[ ,]/)
      .filter((id) => id !== ''),
    processes,
  }));
}
