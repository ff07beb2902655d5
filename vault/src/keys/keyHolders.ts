import type pg from 'pg';
import type { KeyRing } from './masterKey.ts';

const prefix = 'pmcw-vault-listener';

/** Shows a process's master keys in `pg_stat_activity`. Fits PostgreSQL's 63 bytes. */
export const listenerName = (ring: KeyRing): string => `${prefix} ${ring.ids.join(',')}`;

export interface KeyHolders {
  /** Fingerprints; none for old versions. */
  readonly keyIds: readonly string[];
  readonly processes: number;
}

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
