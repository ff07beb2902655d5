import pg from 'pg';
import type { Origin } from '../port.ts';

/** Another database, or another table in it: a restored dump. */
const place = `
  oid::text as database, 'event_store.events'::regclass::oid::text as "table"`;
const here = 'from pg_database where datname = current_database()';
/** Another cluster. */
const system = '(select system_identifier::text from pg_control_system()) as system';
/** Increases when a base backup is recovered to a point in time, and when a standby takes over. */
const timeline = 'left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline';

/** Refused to this user, missing in a hosted variant, or not available on a standby. */
const withheld: ReadonlySet<string | undefined> = new Set(['42501', '42883', '0A000', '55000']);

export async function readOrigin(pool: pg.Pool): Promise<Origin> {
  const whole = await askedFor(pool, `select ${place}, ${system}, ${timeline} ${here}`);
  if (whole !== undefined) return whole;
  const [placed] = (await pool.query<Origin>(`select ${place} ${here}`)).rows;
  return {
    ...placed,
    ...(await askedFor(pool, `select ${system}`)),
    ...(await askedFor(pool, `select ${timeline}`)),
  };
}

async function askedFor(pool: pg.Pool, statement: string): Promise<Origin | undefined> {
  try {
    return (await pool.query<Origin>(statement)).rows[0];
  } catch (error) {
    if (error instanceof pg.DatabaseError && withheld.has(error.code)) return undefined;
    throw error;
  }
}
