import pg from 'pg';

/**
 * Makes the clock read a row. Replacing the function itself would let a running statement see both the old and the new
 * time.
 */
const readsRow = `
  create schema if not exists testing;
  create table if not exists testing.clock (
    only_row boolean primary key default true, stopped_at timestamptz, ahead interval not null default '0');
  insert into testing.clock default values on conflict do nothing;
  create or replace function vault.now() returns timestamptz language sql stable parallel safe as $$
    select coalesce(stopped_at, date_trunc('milliseconds', statement_timestamp() + ahead)) from testing.clock $$`;

async function setClock(url: string, stoppedAt: Date | null, aheadMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(readsRow);
    await client.query('update testing.clock set stopped_at = $1, ahead = $2', [stoppedAt, `${aheadMs} ms`]);
  } finally {
    await client.end();
  }
}

/** Stops the clock of an open vault at a time. */
export const stopVaultClock = (url: string, at: Date): Promise<void> => setClock(url, at, 0);

/** Moves the clock of an open vault ahead. */
export const shiftVaultClock = (url: string, ms: number): Promise<void> => setClock(url, null, ms);
