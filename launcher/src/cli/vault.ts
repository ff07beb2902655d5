import { runVaultCli } from '@pmcw/vault';
import { knownMasterKey } from '../places.ts';
import { runTool } from './tool.ts';

await runTool('vault', async ({ args, out, report, settings, logger, signal, database }) => {
  const connectionString = await database();
  const keys = { masterKey: await knownMasterKey(settings), previousMasterKey: settings.VAULT_KEY_PREVIOUS };
  return runVaultCli(args, { connectionString, ...keys, logger, signal, report }, out);
});
