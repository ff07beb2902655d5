import { openVault, type VaultOptions } from '../openVault.ts';

/**
 * Forgets members for good, by hand. A command service does it by itself for everybody whom the log says to be deleted; this
 * is for members whose key was lost because the backup is older than they are: then what they left in the log reads as
 * erased, instead of failing. Again does no harm.
 */
export async function forgetMembers(userIds: readonly number[], options: VaultOptions): Promise<void> {
  const vault = await openVault(options);
  try {
    for (const userId of userIds) await vault.forgetMember(userId);
  } finally {
    await vault.close();
  }
}
