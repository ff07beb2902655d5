import { createCommandService } from '@pmcw/command-service';
import { ProblemError } from '@pmcw/contracts';
import { openFoundation } from '@pmcw/runtime';
import { Registry } from 'prom-client';
import { knownMasterKey } from '../places.ts';
import { runTool } from './tool.ts';

await runTool('admin', async ({ args, settings, opened, logger, database }) => {
  const [, username = '', ...rest] = args;
  if (username === '' || rest.length > 0) return 2;
  const foundation = await openFoundation(
    { ...settings, DATABASE_URL: await database(), VAULT_KEY: await knownMasterKey(settings) },
    { opened, logger, registry: new Registry() },
  );
  try {
    const outcome = await createCommandService({ ...foundation, logger }).grantAdministrator(username);
    console.log(
      outcome === 'granted'
        ? `${username} is an administrator now.`
        : `${username} was an administrator already.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    console.log(`${username}: ${error.message}`);
    return 1;
  }
});
