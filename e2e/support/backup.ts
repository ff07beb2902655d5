import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Instance } from './instance.ts';
import { root } from './process.ts';

/** Runs `npm run backup` with the settings of an instance. Returns what it printed. */
export function backup(command: 'create' | 'restore', { env }: Instance, folder: string): string {
  const args = ['launcher/dist/cli/backup.js', command, folder];
  const options = { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}
