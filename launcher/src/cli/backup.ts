import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { runEventStoreCli } from '@pmcw/event-store';
import { refuseFullVault, runVaultCli, VaultNotEmptyError } from '@pmcw/vault';
import { knownMasterKey } from '../places.ts';
import { openInstalledLog, runTool, type Tool } from './tool.ts';

const usage = `Usage: backup <command>

  create <folder>    saves log and vault, as they are, into a new folder, while the service goes on
  restore <folder>   fills an empty log and an empty vault from it; stop the service first

VAULT_KEY is not in it: keep that apart. docs/operations.md tells what a restore means.
`;

type Step = (tool: Tool) => Promise<number>;

const eventStore =
  (...args: readonly string[]): Step =>
  (tool) =>
    runEventStoreCli(args, { openLog: () => openInstalledLog(tool), signal: tool.signal }, process.stdout);

const vault =
  (...args: readonly string[]): Step =>
  async ({ settings, logger, signal, database }) => {
    const keys = {
      masterKey: await knownMasterKey(settings),
      previousMasterKey: settings.VAULT_KEY_PREVIOUS,
    };
    const connectionString = await database();
    return runVaultCli(args, { connectionString, ...keys, logger, signal }, process.stdout);
  };

/** The vault is filled last, but a full vault or a missing key must be detected before the log is imported. */
const vaultIsEmpty: Step = async ({ settings, logger, database }) => {
  await knownMasterKey(settings);
  try {
    await refuseFullVault({ connectionString: await database(), logger });
    return 0;
  } catch (error) {
    if (!(error instanceof VaultNotEmptyError)) throw error;
    process.stdout.write(`${error.message}.\n`);
    return 1;
  }
};

/** Log first: a vault that is newer than its log is harmless, the reverse is not. */
function stepsOf(command: string | undefined, folder: string): readonly Step[] | null {
  const log = path.join(folder, 'log.ndjson.gz');
  const vaultFile = path.join(folder, 'vault.backup');
  if (command === 'create') return [eventStore('export', log), vault('backup', vaultFile)];
  if (command === 'restore') {
    return [vaultIsEmpty, eventStore('import', log), eventStore('verify', log), vault('restore', vaultFile)];
  }
  return null;
}

await runTool(async (tool) => {
  const [command, folder = '', ...rest] = process.argv.slice(2);
  const steps = folder === '' || rest.length > 0 ? null : stepsOf(command, path.resolve(folder));
  if (steps === null) {
    process.stdout.write(usage);
    return 2;
  }
  if (command === 'create') {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [first] = await readdir(folder);
    if (first !== undefined) {
      process.stdout.write(`${folder} is not empty: a backup is never written over another.\n`);
      return 1;
    }
  }
  for (const step of steps) {
    const exitCode = await step(tool);
    if (exitCode !== 0) return exitCode;
  }
  return 0;
});
