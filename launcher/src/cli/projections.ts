import { projectorNeeds, runProjectionsCli } from '@pmcw/projections';
import { openFoundation } from '@pmcw/runtime';
import { Registry } from 'prom-client';
import { knownMasterKey } from '../places.ts';
import { runTool } from './tool.ts';

await runTool('projections', async ({ args, out, report, settings, opened, logger, signal, database }) => {
  const connectionString = await database();
  const { eventStore, incarnations } = await openFoundation(
    {
      ...settings,
      DATABASE_URL: connectionString,
      VAULT_KEY: await knownMasterKey(settings),
      needs: projectorNeeds,
    },
    { opened, logger, registry: new Registry() },
  );
  const dependencies = { eventStore, incarnations, connectionString, logger, signal, report };
  return runProjectionsCli(args, dependencies, out);
});
