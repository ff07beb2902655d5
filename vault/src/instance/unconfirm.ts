import type { RestoreOptions } from '../backup/restore.ts';
import { createPool } from '../storage/pool.ts';

/**
 * Makes the next start check the log again, as after a restore of the vault: it starts an incarnation. Does nothing
 * before there is a vault.
 */
export async function unconfirmInstance({
  connectionString,
  logger,
}: Pick<RestoreOptions, 'connectionString' | 'logger'>): Promise<void> {
  const options = { applicationName: 'pmcw-restored', connections: 1, statementTimeoutMs: 60_000 };
  const pool = createPool({ connectionString, logger, ...options });
  try {
    const { rows } = await pool.query<{ isThere: boolean }>(
      `select to_regclass('vault.instance_confirmed') is not null as "isThere"`,
    );
    if (rows[0]?.isThere === true) await pool.query('delete from vault.instance_confirmed');
  } finally {
    await pool.end();
  }
}
