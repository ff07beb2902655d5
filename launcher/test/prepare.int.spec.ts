import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const run = promisify(execFile);
const source = path.resolve(import.meta.dirname, '../bin/prepare.mjs');

let repository: string;
beforeEach(() => {
  repository = mkdtempSync(path.join(tmpdir(), 'pmcw-prepare-'));
  mkdirSync(path.join(repository, 'launcher/bin'), { recursive: true });
  cpSync(source, path.join(repository, 'launcher/bin/prepare.mjs'));
  write('package-lock.json', {
    packages: {
      '': { name: 'small' },
      'node_modules/used': { version: '1.0.0' },
      'node_modules/tool': { version: '2.0.0', dev: true },
      'node_modules/elsewhere': { version: '3.0.0', optional: true },
    },
  });
  // In place of npm: notes its arguments.
  writeFileSync(path.join(repository, 'npm'), '#!/bin/sh\necho "$@" | tee -a npm.log\n');
  chmodSync(path.join(repository, 'npm'), 0o755);
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

function write(file: string, value: unknown): void {
  const whole = path.join(repository, file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, JSON.stringify(value));
}

function callsOfNpm(): string[] {
  try {
    return readFileSync(path.join(repository, 'npm.log'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

/** Runs an expression with the functions of `prepare.mjs`, as a host with NODE_ENV=production would. */
const prepare = (expression: string) =>
  run(
    process.execPath,
    ['-e', `import('./launcher/bin/prepare.mjs').then(({ install, checkNode }) => ${expression})`],
    {
      cwd: repository,
      env: { ...process.env, PATH: `${repository}:${process.env.PATH}`, NODE_ENV: 'production' },
      timeout: 60_000,
    },
  );

it('installs the build tools too, once', async () => {
  // Standard output stays free for documents of `--json`.
  expect((await prepare('install()')).stdout).toBe('');
  await prepare('install()');
  expect(callsOfNpm()).toEqual([expect.stringMatching(/^ci --include=dev /)]);
});

it('installs nothing over a complete node_modules', async () => {
  write('node_modules/.package-lock.json', {
    packages: { 'node_modules/used': { version: '1.0.0' }, 'node_modules/tool': { version: '2.0.0' } },
  });
  await prepare('install()');
  expect(callsOfNpm()).toEqual([]);
});

it.each([
  ['without build tools', { 'node_modules/used': { version: '1.0.0' } }],
  [
    'of an older lockfile',
    { 'node_modules/used': { version: '0.9.0' }, 'node_modules/tool': { version: '2.0.0' } },
  ],
])('installs over a node_modules %s', async (_, packages) => {
  write('node_modules/.package-lock.json', { packages });
  await prepare('install()');
  expect(callsOfNpm()).toHaveLength(1);
});

it.each(['18.20.8', '20.18.0', '21.7.3', '22.11.0', '23.11.1'])(
  'refuses Node %s in a sentence',
  async (version) => {
    const refused = await prepare(`checkNode('${version}')`).then(
      () => '',
      (error: unknown) => (error instanceof Error && 'stderr' in error ? String(error.stderr) : ''),
    );
    expect(refused.trim().split('\n')).toEqual([expect.stringContaining(`This is Node ${version}.`)]);
  },
);

it.each(['20.19.0', '22.12.0', '24.0.0', '26.1.0'])('accepts Node %s', async (version) => {
  await prepare(`checkNode('${version}')`);
});

it.each([
  ['of a process that ended', String(2 ** 22 + 1)],
  ['that is empty and old', ''],
  ['without a process id', 'nonsense'],
])('takes over a lock %s', async (_, holder) => {
  const lock = path.join(repository, '.preparing.lock');
  writeFileSync(lock, holder);
  utimesSync(lock, 1, 1);
  await prepare('install()');
  expect(callsOfNpm()).toHaveLength(1);
});
