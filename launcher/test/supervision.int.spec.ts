import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
let npm: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pmcw-npm-'));
  mkdirSync(path.join(folder, 'launcher/bin'), { recursive: true });
  cpSync(
    path.resolve(import.meta.dirname, '../bin/parent.mjs'),
    path.join(folder, 'launcher/bin/parent.mjs'),
  );
  const scripts = { start: 'node launcher/bin/start.mjs' };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
  writeFileSync(
    path.join(folder, 'launcher/bin/start.mjs'),
    `import { endWithNpm } from './parent.mjs';
for (const signal of ['SIGTERM', 'SIGHUP'])
  process.on(signal, () => { console.log('stopped in order'); process.exit(0); });
endWithNpm();
console.log('started');
setInterval(() => {}, 1_000);`,
  );
});
afterEach(() => {
  if (npm?.pid !== undefined && npm.exitCode === null && npm.signalCode === null)
    process.kill(-npm.pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['SIGTERM to npm', 'SIGTERM', 1],
  ['SIGTERM to all', 'SIGTERM', -1],
  ['SIGHUP to npm', 'SIGHUP', 1],
  ['SIGKILL to npm', 'SIGKILL', 1],
] as const)('what npm started stops in order at %s', async (_, signal, sign) => {
  const started = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).on('error', (error) => expect.fail(error.message));
  npm = started;
  const output = createInterface(started.stdout);
  const lines: string[] = [];
  output.on('line', (line) => lines.push(line));
  // The pipe closes when the last process that has it ends.
  const closed = once(output, 'close');
  await expect.poll(() => lines.length).toBe(1);
  process.kill(sign * (started.pid ?? 0), signal);
  await closed;
  expect(lines.slice(1)).toEqual(['stopped in order']);
});
