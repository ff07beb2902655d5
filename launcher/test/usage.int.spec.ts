import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const manifest: unknown = JSON.parse(read('package.json'));
const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(manifest);
/** `build`, `lint` and `format` run other programs. */
const own = Object.entries(scripts).filter(([, command]) => /^node launcher\/bin\/\w/.test(command));

const failure = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

/** Runs a script of package.json, without npm. */
async function call(command: string, ...args: string[]) {
  const [, file = '', ...given] = command.split(' ');
  try {
    const output = await run(process.execPath, [path.join(root, file), ...given, ...args], { cwd: root });
    return { code: 0, ...output };
  } catch (error) {
    return failure.parse(error);
  }
}

describe.concurrent.each(own)('npm run %s', (name, command) => {
  it('explains itself, and installs and builds nothing for it', async () => {
    const { code, stdout, stderr } = await call(command, '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^Usage: npm (run )?${name}`));
  });

  it.each(['--nonsense', '-x'])('refuses %s with its usage, without a stack', async (option) => {
    const { code, stdout, stderr } = await call(command, option);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`\nUsage: npm (run )?${name}`));
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});

it.each(['docs/operations.md', 'deploy/README.md', 'README.md', 'CONTRIBUTING.md'])(
  'the commands in %s exist',
  async (file) => {
    // Not those of single workspaces, with `-w`.
    const calls = [
      ...read(file).matchAll(/npm run (?:--silent )?([a-z][\w-]+)(?! -w)\b(?: -- ([a-z][\w-]*))?/g),
    ];
    for (const [text, script = '', word] of calls) {
      expect(Object.keys(scripts), text).toContain(script);
      const command = scripts[script] ?? '';
      if (word === undefined || !own.some(([name]) => name === script)) continue;
      const { stdout } = await call(command, '--help');
      if (stdout.includes('<command>')) expect(stdout, text).toMatch(new RegExp(`^  ${word}\\b`, 'm'));
    }
  },
);
