import { runVaultCli } from '@pmcw/vault';
import { knownMasterKey } from '../places.ts';
import { runTool } from './tool.ts';

await runTool(async ({ settings, logger, signal, database }) => {
  const connectionString = await database();
  const keys = { masterKey: await knownMasterKey(settings), previousMasterKey: settings.VAULT_KEY_PREVIOUS };
  return runVaultCli(process.argv.slice(2), { connectionString, ...keys, logger, signal }, process.stdout);
});
