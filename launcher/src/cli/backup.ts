import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '@pmcw/resilience/files';
import { inOrder, restoringLogAndVault, type Step, savingLogAndVault } from './backupSteps.ts';
import { runTool } from './tool.ts';

function stepsOf(command: string | undefined, folder: string): readonly Step[] | null {
  if (command === 'create') return savingLogAndVault(folder);
  if (command === 'restore') return restoringLogAndVault(folder);
  return null;
}

await runTool('backup', async (tool) => {
  const [command, folder = '', ...rest] = tool.args;
  const steps = folder === '' || rest.length > 0 ? null : stepsOf(command, path.resolve(folder));
  if (steps === null) return 2;
  if (command === 'create') {
    const [first] = (await ifThere(readdir(folder))) ?? [];
    if (first !== undefined) {
      tool.out.write(`${folder} is not empty: a backup is never written over another.\n`);
      return 1;
    }
    await tool.database();
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  return inOrder(steps, tool);
});
