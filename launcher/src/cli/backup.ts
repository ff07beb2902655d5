import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { inOrder, restoringLogAndVault, type Step, savingLogAndVault } from './backupSteps.ts';
import { runTool } from './tool.ts';

const usage = `Usage: backup <command>

  create <folder>    saves log and vault, as they are, into a new folder, while the service goes on
  restore <folder>   fills an empty log and an empty vault from it; stop the service first

VAULT_KEY is not in it: keep that apart. docs/operations.md tells what a restore means.
`;

function stepsOf(command: string | undefined, folder: string): readonly Step[] | null {
  if (command === 'create') return savingLogAndVault(folder);
  if (command === 'restore') return restoringLogAndVault(folder);
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
  return inOrder(steps, tool);
});
