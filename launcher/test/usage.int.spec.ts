import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

const scriptsIn = (file: string) =>
  z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read(file))).scripts;
const scripts = scriptsIn('package.json');
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

it.each([
  ...['vault backup', 'vault backup a b', 'vault forget', 'vault status now', 'projections rebuild'],
  ...['backup create', 'backup restore a b', 'admin grant', 'audit receipt', 'event-store export'],
])('npm run %s is refused before anything is opened', async (text) => {
  const [name = '', ...words] = text.split(' ');
  const { code, stderr } = await call(scripts[name] ?? '', ...words);
  expect([code, stderr.split('\n')[0]]).toEqual([2, 'The arguments are wrong.']);
});

it.each([
  ['demo --members abc', '--members takes a whole number from 2, not abc.'],
  ['demo --members 1', '--members takes a whole number from 2, not 1.'],
  ['demo --members -5', '--members'],
  ['demo --url localhost:8080', '--url takes an address such as https://example.org, not localhost:8080.'],
  ['demo --url=', '--url takes an address such as https://example.org, not nothing.'],
  ['again some.int.spec.ts --times 0', '--times takes a whole number from 1, not 0.'],
  ['again some.int.spec.ts --hogs 1e3', '--hogs takes a whole number, not 1e3.'],
  ['soak --minutes 1.5', '--minutes takes a whole number, not 1.5.'],
  ['soak --only everything', '--only takes one of volumes, '],
  ['test everything', 'There is no everything.'],
  ['event-store copy --from nowhere --to DATABASE_URL', '--from takes esdb://…, '],
  ['database upgrade --server=', '--server takes a folder, not nothing.'],
])('npm run %s is refused before anything is installed', async (text, reason) => {
  const [name = '', ...words] = text.split(' ');
  const { code, stderr } = await call(scripts[name] ?? '', ...words);
  expect(code).toBe(2);
  expect(stderr.split('\n')[0]).toContain(reason);
});

/** Without npm. */
const benchmarks = [
  ['bench', scripts.bench ?? ''] as const,
  ...Object.entries(scriptsIn('bench/package.json')).map(
    ([name, command]) => [name, command.replace(/[^ ]+$/, 'bench/$&')] as const,
  ),
];

describe.each(benchmarks)('the benchmark %s', (_, command) => {
  it('takes its options from the one place that knows --help and refuses others', () => {
    const source = read(command.split(' ').at(-1) ?? '');
    expect(source.match(/\boptionsOf\(/g)).toHaveLength(1);
    expect(source).not.toContain('parseArgs');
  });
});

it('a benchmark explains itself, and refuses what it does not know', async () => {
  const [, command = ''] = benchmarks.find(([name]) => name === 'send-message') ?? [];
  const asked = await run(process.execPath, [...command.split(' ').slice(1), '--help'], { cwd: root });
  expect(asked).toMatchObject({ stdout: expect.stringContaining('Usage: npm run send-message -w bench') });
  const refused = run(process.execPath, [...command.split(' ').slice(1), '--nonsense'], { cwd: root });
  await expect(refused).rejects.toMatchObject({ code: 2, stdout: '' });
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
