import path from 'node:path';
import { runEventStoreCli } from '@pmcw/event-store';
import { refuseFullVault, runVaultCli, VaultNotEmptyError } from '@pmcw/vault';
import { knownMasterKey } from '../places.ts';
import { openInstalledLog, type Tool } from './tool.ts';

/** Returns an exit code. */
export type Step = (tool: Tool) => Promise<number>;

const eventStore =
  (...args: readonly string[]): Step =>
  (tool) =>
    runEventStoreCli(args, { openLog: () => openInstalledLog(tool), signal: tool.signal }, tool.out);

const vault =
  (...args: readonly string[]): Step =>
  async ({ settings, logger, signal, database, out }) => {
    const keys = {
      masterKey: await knownMasterKey(settings),
      previousMasterKey: settings.VAULT_KEY_PREVIOUS,
    };
    const connectionString = await database();
    return runVaultCli(args, { connectionString, ...keys, logger, signal }, out);
  };

/** The vault is filled last, but a full vault or a missing key must be detected before the log is imported. */
const vaultIsEmpty: Step = async ({ settings, logger, database, out }) => {
  await knownMasterKey(settings);
  try {
    await refuseFullVault({ connectionString: await database(), logger });
    return 0;
  } catch (error) {
    if (!(error instanceof VaultNotEmptyError)) throw error;
    out.write(`${error.message}.\n`);
    return 1;
  }
};

const logFile = (folder: string) => path.join(folder, 'log.ndjson.gz');
const vaultFile = (folder: string) => path.join(folder, 'vault.backup');

export const savingVault = (folder: string): readonly Step[] => [vault('backup', vaultFile(folder))];

export const restoringVault = (folder: string): readonly Step[] => [vault('restore', vaultFile(folder))];

/** Log first: a vault that is newer than its log is harmless, the reverse is not. */
export const savingLogAndVault = (folder: string): readonly Step[] => [
  eventStore('export', logFile(folder)),
  ...savingVault(folder),
];

export const restoringLogAndVault = (folder: string): readonly Step[] => [
  vaultIsEmpty,
  eventStore('import', logFile(folder)),
  eventStore('verify', logFile(folder)),
  ...restoringVault(folder),
];

/** Stops at the first exit code that is not 0. */
export async function inOrder(steps: readonly Step[], tool: Tool): Promise<number> {
  for (const step of steps) {
    const exitCode = await step(tool);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
}
