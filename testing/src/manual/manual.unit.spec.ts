import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsIn, untestedIn } from './commands.ts';
import { executed } from './executed.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manual = ['README.md', 'docs/operations.md', 'deploy/README.md', 'CONTRIBUTING.md'];

describe('commands of a text', () => {
  it('are lines of code blocks for a shell and code in sentences, by program and subcommand', () => {
    const text = [
      'Run `X=1 npm run vault -- status` or `vault forget <ids>`, not `vault`.',
      '```sh',
      'npm ci && npm run build   # once',
      'docker compose run --rm tools backup create /backups/x > log',
      '```',
      '```json',
      'npm start',
      '```',
    ].join('\n');
    expect(commandsIn(text).map(({ key }) => key)).toEqual([
      'npm ci',
      'npm run build',
      'tools backup create',
      'npm run vault -- status',
      'npm run vault -- forget',
    ]);
  });

  it('are marked as untested in a line', () => {
    expect(untestedIn('Words.\n\nUntested: `npm run dev`,\n`git pull`.\n\nUse `npm start`.')).toEqual([
      'npm run dev',
      'git pull',
    ]);
  });
});

const untested = manual.flatMap((file) => untestedIn(read(file)));

it.each(manual)('each command of %s is executed by a spec or a check, or marked as untested', (file) => {
  const unknown = commandsIn(read(file)).filter(({ key }) => !(key in executed) && !untested.includes(key));
  expect(unknown).toEqual([]);
});

it.each(Object.entries(executed))('%s is executed where the table says', (key, { file, words }) => {
  expect(read(file)).toContain(words);
  expect(untested).not.toContain(key);
  expect(manual.some((text) => commandsIn(read(text)).some((command) => command.key === key))).toBe(true);
});
