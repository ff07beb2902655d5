import pg from 'pg';

async function replaceNow(url: string, time: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sql = `create or replace function vault.now() returns timestamptz language sql stable parallel safe as $$ ${time} $$`;
  await client.query(sql).finally(() => client.end());
}

/** Stops the clock of an open vault at a time. */
export const stopVaultClock = (url: string, at: Date): Promise<void> =>
  replaceNow(url, `select timestamptz '${at.toISOString()}'`);

/** Moves the clock of an open vault ahead. */
export const shiftVaultClock = (url: string, ms: number): Promise<void> =>
  replaceNow(url, `select date_trunc('milliseconds', statement_timestamp() + interval '${ms} milliseconds')`);
