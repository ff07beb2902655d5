export { refuseFullVault } from './backup/restore.ts';
export { runVaultCli, type VaultCliDependencies } from './cli/cli.ts';
export * from './errors.ts';
export { openVault, type VaultOptions } from './openVault.ts';
export { accountOf } from './passwords/accountOf.ts';
export * from './vault.ts';
