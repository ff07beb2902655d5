import pg from 'pg';
import type { Origin } from '../port.ts';

/** Another database, or another table in it: a restored dump. */
const place = `
  select oid::text as database, 'event_store.events'::regclass::oid::text as "table"
  from pg_database where datname = current_database()`;
/** Another cluster. */
const system = 'select system_identifier::text as system from pg_control_system()';
/** Increases when a base backup is recovered to a point in time, and when a standby takes over. */
const timeline = 'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline';

/** Refused to this user, missing in a hosted variant, or not available on a standby. */
const withheld: ReadonlySet<string | undefined> = new Set(['42501', '42883', '0A000', '55000']);

export async function readOrigin(pool: pg.Pool): Promise<Origin> {
  const [placed] = (await pool.query<Origin>(place)).rows;
  return { ...placed, ...(await askedFor(pool, system)), ...(await askedFor(pool, timeline)) };
}

async function askedFor(pool: pg.Pool, statement: string): Promise<Origin | undefined> {
  try {
    return (await pool.query<Origin>(statement)).rows[0];
  } catch (error) {
    if (error instanceof pg.DatabaseError && withheld.has(error.code)) return undefined;
    throw error;
  }
}
