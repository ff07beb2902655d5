import { CannotStartError } from '@pmcw/runtime';
import { binariesIn } from '../postgres/index.ts';
import { runTool } from './tool.ts';
import { upgradeCluster } from './upgradeCluster.ts';

await runTool('database', async (tool) => {
  if (tool.settings.DATABASE_URL !== undefined)
    throw new CannotStartError('DATABASE_URL is set: upgrade that server with its own tools (pg_upgrade).');
  return upgradeCluster(tool, async () => {
    const { server } = tool.values;
    if (typeof server === 'string') return binariesIn(server);
    throw new CannotStartError('--server is missing: the package of the earlier PostgreSQL.');
  });
});
