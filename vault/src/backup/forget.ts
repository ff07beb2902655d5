import { silent } from '../logger.ts';
import { openVault, type VaultOptions } from '../openVault.ts';
import { createPool } from '../storage/pool.ts';

/**
 * Erases members whom a restored vault has brought back, because the backup is older than their erasure: their key,
 * media, password and sessions, for good. Again does no harm. Also for members whose key was lost because the backup is
 * older than they are: then what they left in the log reads as erased, instead of failing.
 */
export async function forgetMembers(userIds: readonly number[], options: VaultOptions): Promise<void> {
  const vault = await openVault(options);
  const pool = createPool({
    connectionString: options.connectionString,
    applicationName: 'pmcw-vault-forget',
    connections: 1,
    statementTimeoutMs: 30_000,
    logger: options.logger ?? silent,
  });
  try {
    for (const userId of userIds) {
      await pool.query('delete from vault.passwords where user_id = $1', [userId]);
      await vault.media.forgetAll(userId);
      await vault.subjectKeys.destroy(userId);
      await vault.sessions.endAll(userId, 'deleted');
    }
  } finally {
    await Promise.all([vault.close(), pool.end()]);
  }
}
