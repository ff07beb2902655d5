import { createCommandService } from '@pmcw/command-service';
import { ProblemError } from '@pmcw/contracts';
import { openFoundation } from '@pmcw/runtime';
import { Registry } from 'prom-client';
import { knownMasterKey } from '../places.ts';
import { runTool } from './tool.ts';

const usage = `Usage: admin grant <username>

  grant <username>   makes a member an administrator, beside the running product or without it
`;

await runTool(async ({ settings, opened, logger, database }) => {
  const [command, username = '', ...rest] = process.argv.slice(2);
  if (command !== 'grant' || username === '' || rest.length > 0) {
    process.stdout.write(usage);
    return 2;
  }
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
