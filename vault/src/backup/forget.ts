import { openVault, type VaultOptions } from '../openVault.ts';

/**
 * For members whose keys a restored backup is too old to have: their sealed fields read as erased then, instead of
 * failing. Idempotent.
 */
export async function forgetMembers(userIds: readonly number[], options: VaultOptions): Promise<void> {
  const vault = await openVault(options);
  try {
    for (const userId of userIds) await vault.forgetMember(userId);
  } finally {
    await vault.close();
  }
}
